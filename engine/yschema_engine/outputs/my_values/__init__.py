"""The file by which a page checks the values of its reader."""
