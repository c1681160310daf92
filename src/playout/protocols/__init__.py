"""Protocols: conversions between text or bytes and values. Nothing here reads or writes a stream."""
