import { randomFillSync } from 'node:crypto';

const bytes = new Uint8Array(16);
let lastMillisecond = 0;
let sequence = 0;

/** A UUIDv7, which sorts by time (architecture.md: Database); in a process and ms it counts upwards (26 bits). */
export const newId = (now: Date): string => {
  randomFillSync(bytes);
  const millisecond = now.getTime();
  sequence = millisecond === lastMillisecond ? (sequence + 1) % 2 ** 26 : (bytes[15] ?? 0);
  lastMillisecond = millisecond;
  let rest = millisecond;
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | (sequence >>> 22);
  bytes[7] = (sequence >>> 14) & 0xff;
  bytes[8] = 0x80 | ((sequence >>> 8) & 0x3f);
  bytes[9] = sequence & 0xff;
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
