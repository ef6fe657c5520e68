"""The places, words and findings that all other rooms speak of."""
