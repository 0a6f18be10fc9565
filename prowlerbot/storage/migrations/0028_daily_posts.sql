-- Servers in which the day's challenge is posted.

CREATE INDEX preferences_daily ON preferences (id) WHERE chosen LIKE '%"daily_channel": %';
