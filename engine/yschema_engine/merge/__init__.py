"""Documents merged onto one another: the kernel, and what ytt's overlays say."""
