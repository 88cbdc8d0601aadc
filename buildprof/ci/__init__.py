"""Stages of a project's continuous integration: their order, their outcomes, and what is told of them."""
