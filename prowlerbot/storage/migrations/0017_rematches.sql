-- A challenge that is shown says whose rematch it is.

CREATE INDEX rematches_by_rematch ON rematches (rematch);
