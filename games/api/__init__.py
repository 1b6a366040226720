"""The site for programs: what a person can read and do, as JSON, by the same services."""
