"""Configure and build any CMake project without editing it."""
