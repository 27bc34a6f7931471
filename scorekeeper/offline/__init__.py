"""What a phone needs to work without a network: the file it fetches (`bundle`) and what runs there (`phone`)."""
