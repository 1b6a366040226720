"""`python -m jinya_site` is the command `jinya`."""

from jinya_site import main

main()
