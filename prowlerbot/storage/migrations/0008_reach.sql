-- Whether the bot may write where a board is ('member'), or can only answer there ('interaction').

ALTER TABLE boards ADD COLUMN reach TEXT NOT NULL DEFAULT 'member';
