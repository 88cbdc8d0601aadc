"""Bytes of one trace become one typed record; a directory of traces becomes many."""
