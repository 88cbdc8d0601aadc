"""Where the build time of a C++ project goes, what makes it shorter, and whether it stayed short."""

__version__ = "0.1.0"
