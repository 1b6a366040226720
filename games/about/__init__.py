"""Who runs this site, what it keeps and under which terms one plays: pages for everybody."""
