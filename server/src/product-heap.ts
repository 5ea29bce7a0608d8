/** Keeps a process under 250 MB: with a larger heap V8 collects late, and it grows by half without answering faster. */
export const productHeap = {
  flags: ['--max-semi-space-size=16', '--max-old-space-size=256'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' },
};
