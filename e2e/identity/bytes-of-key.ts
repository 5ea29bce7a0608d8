/** The bytes of a key that the screen shows in base 32. */
export const bytesOfKey = (key: string) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(key.replaceAll(' ', ''), (letter) =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
