"""Bot accounts: accounts from which programs play, each for an owner who has said yes to it."""
