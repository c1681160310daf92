"""Protocols: text or bytes to values and back. None of them reads or writes anything itself."""
