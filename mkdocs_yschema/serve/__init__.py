"""What happens while a site is served: rebuilds on change, and banners above pages."""
