/** CPU time of this thread in milliseconds, so that other processes do not count. */
export const cpuTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** CPU time of `sampleWork` in milliseconds on an idle machine of the kind on which the limits were set. */
const usualSample = 25;

/** Work like the product's: writing, parsing and searching JSON. Long enough for a clock with 4 ms ticks. */
const sampleWork = (): number => {
  let length = 0;
  for (let round = 0; round < 10; round += 1) {
    const rows = Array.from({ length: 5000 }, (_, row) => ({
      row,
      text: `<p>Row ${row} &amp; more</p>`,
    }));
    const copies = JSON.parse(JSON.stringify(rows)) as typeof rows;
    length += copies.map(({ text }) => text.replaceAll('&amp;', '&')).join('').length;
  }
  return length;
};

let isCompiled = false;

/** Factor 1 to 4 by which other processes slow down this machine's cores, which CPU time does not exclude. */
export const slownessNow = (): number => {
  if (!isCompiled) sampleWork();
  isCompiled = true;
  const start = cpuTime();
  sampleWork();
  return Math.min(4, Math.max(1, (cpuTime() - start) / usualSample));
};
