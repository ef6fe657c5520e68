"""The parts of a site of references, whatever builds it: pages, views, downloads."""
