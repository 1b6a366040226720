"""Accounts that a grown-up has set up for children: whom they may meet, who may see them."""
