"""The one loop for what falls due without a press: it takes duties and calls their handlers.

A handler is called once its duty is due by the clock of the service, however late that is; what is
forgiven by then it knows from the outages of the service. Each round also notes that the bot could
answer (``service/heartbeat.py``). A process that has just begun to serve a server looks a little
ahead, as nobody else does what another process was about to do there.
"""

from __future__ import annotations
