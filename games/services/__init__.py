"""What changes things: one function a use case, ``now`` passed in, one transaction each."""
