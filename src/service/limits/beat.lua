local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
-- The server's clock was set back: nodes that are there report again.
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + ARGV[2], '+inf')
return redis.call('ZCARD', KEYS[1])
