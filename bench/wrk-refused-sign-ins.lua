-- A caller that tries a locked account ten times a second; prints the number of tries, and of those that were allowed.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init()
  tried = 0
  let = 0
end

function delay()
  return 100
end

function response(status)
  tried = tried + 1
  if status ~= 429 then let = let + 1 end
end

function done()
  local all = { tried = 0, let = 0 }
  for _, thread in ipairs(threads) do
    all.tried = all.tried + thread:get("tried")
    all.let = all.let + thread:get("let")
  end
  print(string.format('{"tried": %d, "let": %d}', all.tried, all.let))
end

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"email": "nobody@staffroom.example", "password": "Wrong2026"}'
