"""What CMake includes and ninja calls in builds: nothing here is imported by the rest of buildprof."""
