"""Encoded: a text as the bytes of a file, with the line ends that the file has."""

from __future__ import annotations


def encoded(text: str, before: bytes) -> bytes:
    """Take a text and the bytes that it replaces, give its own: UTF-8, line ends as the first was.

    >>> encoded("setup:\\n    nothing\\n", b"setup:\\r\\n  nothing\\n")
    b'setup:\\r\\n    nothing\\r\\n'
    """
    first = before.find(b"\n")
    windows = first > 0 and before[first - 1 : first] == b"\r"
    return text.replace("\n", "\r\n" if windows else "\n").encode("utf-8")
