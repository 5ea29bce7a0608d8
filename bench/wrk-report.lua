-- The last line of wrk's output, as JSON: wrk itself prints neither percentile. Its times are microseconds.
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "rate": %.2f, "p95": %.3f, "p97_5": %.3f, "errors": %d}\n',
    summary.requests,
    summary.requests / (summary.duration / 1e6),
    latency:percentile(95) / 1000,
    latency:percentile(97.5) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
