"""The connection to Discord: logging in, waiting out failures, shards, and requests.

Processes that share the shards hold each by a lease in the database. A process that begins to
serve a server looks at what another one may have left unfinished there.
"""
