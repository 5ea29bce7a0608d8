-- The last line of wrk's output, as JSON: wrk itself prints no 97.5th percentile. Its times are microseconds.
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"rate": %.2f, "latency": %.3f, "errors": %d}\n',
    summary.requests / (summary.duration / 1e6),
    latency:percentile(97.5) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
