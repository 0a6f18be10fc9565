-- Puzzles of Landgrab that a second opinion did not confirm no longer come with the bot: they go,
-- and so do the tries at them. The ratings of players stay.
DELETE FROM puzzle_tries WHERE puzzle IN (
    SELECT id FROM puzzles WHERE game = 'landgrab' AND match = '' AND id NOT IN (
    '025000be1d96', '0f30271352ef', '145d6115f95a', '17d9661dd990', '1a4eee81cbfb', '1d896e726635',
    '2954f059e920', '342d6a852190', '3a99dac24210', '3bbd84cb0560', '3d52e64654d1', '47ed232c6ba7',
    '4fa3436b2eee', '5c64e4cc6b1e', '5e8943f90b62', '6c887c9337f3', '74e18011007f', '82e6c6847fb3',
    '87cb8064fb82', '8e1994f9968e', 'a8f81fe9f750', 'b07e945da078', 'b65790ef37e9', 'ba39f5b6a677',
    'd0adc5dfe2b5', 'd1eb3c77ce24', 'd33a0df208e0', 'e64d5b3a2c52', 'e849c10fb62d', 'ff71005bbcf6'
    )
);

DELETE FROM puzzles WHERE game = 'landgrab' AND match = '' AND id NOT IN (
    '025000be1d96', '0f30271352ef', '145d6115f95a', '17d9661dd990', '1a4eee81cbfb', '1d896e726635',
    '2954f059e920', '342d6a852190', '3a99dac24210', '3bbd84cb0560', '3d52e64654d1', '47ed232c6ba7',
    '4fa3436b2eee', '5c64e4cc6b1e', '5e8943f90b62', '6c887c9337f3', '74e18011007f', '82e6c6847fb3',
    '87cb8064fb82', '8e1994f9968e', 'a8f81fe9f750', 'b07e945da078', 'b65790ef37e9', 'ba39f5b6a677',
    'd0adc5dfe2b5', 'd1eb3c77ce24', 'd33a0df208e0', 'e64d5b3a2c52', 'e849c10fb62d', 'ff71005bbcf6'
);
