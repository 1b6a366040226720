"""What every part of accounts uses; knows no table."""
