"""Application of documents onto one another, as overlays."""
