"""Sites of earlier releases, kept, and upgraded to the present one by the tests."""
