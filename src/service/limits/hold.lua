local node, limit, known, spent, wanted = ARGV[1], unpack(ARGV, 2, 5)
local holdings = redis.call('HGETALL', KEYS[1])
local earlier, others = 0, 0
for index = 1, #holdings, 2 do
  local holder, held = holdings[index], tonumber(holdings[index + 1])
  if holder == 'earlier' then earlier = held
  elseif holder ~= node then others = others + held end
end
if known - others > earlier then
  earlier = known - others
  redis.call('HSET', KEYS[1], 'earlier', earlier)
end
local free = math.max(0, limit - earlier - others - spent)
local granted = math.min(wanted, free)
redis.call('HSET', KEYS[1], node, spent + granted)
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[6]) then redis.call('PEXPIRE', KEYS[1], ARGV[6]) end
return {spent + granted, free - granted}
