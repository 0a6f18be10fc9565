-- One message may be that of several posts: reminders of one player in several matches.

CREATE INDEX messages_shown ON messages (message) WHERE message <> 0;
