"""The connection to Discord: logging in, waiting out failures, shards, and requests.

Several processes can share the shards; each shard has a lease in the database. A process that
begins to serve a server takes over the work that another process may have left there.
"""
