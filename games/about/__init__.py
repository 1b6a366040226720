"""Who runs this house, what it keeps and under which terms one plays: pages for everybody."""
