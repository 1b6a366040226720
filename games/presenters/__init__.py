"""Shape what selectors read into plain values for templates, in the reader's language."""
