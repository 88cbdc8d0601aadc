"""The parts of the HTML page: positions, tables and data, each computed without a browser."""
