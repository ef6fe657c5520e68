"""Findings as text, JSON and annotations of forges."""
