"""Static charts, drawn by matplotlib: the same records give the same bytes."""
