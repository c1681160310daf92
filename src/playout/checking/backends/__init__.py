"""Backends beside each other: native code and a GPU give what interpreted rules give, and how fast each is."""
