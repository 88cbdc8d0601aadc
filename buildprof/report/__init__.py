"""Run folders become text, markdown and files."""
