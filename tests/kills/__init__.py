"""A campaign of kills: bots that share the shards die at any moment, while people play on."""
