/** The GSM 7-bit alphabet (3GPP TS 23.038): characters of one septet. */
const gsmBasic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Extension table of the GSM alphabet: an escape and a septet, which are never split. */
const gsmExtension = new Set('\f^{}\\[~]|€');

/** Length of a part: of a single one, and of one that is joined with others. */
const partLengths = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;
type SmsEncoding = keyof typeof partLengths;

/** The limit of a text message: three joined parts of plain letters (part 1 §9). */
export const smsPreset = 459;

export type SmsCount = {
  encoding: SmsEncoding;
  /** Septets, or UTF-16 units with any character outside the GSM alphabet: a Chinese character is 1, an emoji 2. */
  units: number;
  /** Units left before the limit; below 0 when the text is too long. */
  left: number;
  /** Number of messages that the telephone network sends. */
  parts: number;
  /** Units that fit in one part. */
  partLength: number;
};

/** Counts a text message and splits it into parts (part 1 §2, Announcement composer). '' has 0 parts. */
export const countSms = (text: string): SmsCount => {
  const characters = [...text];
  const isGsm = characters.every((each) => gsmBasic.has(each) || gsmExtension.has(each));
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const lengths = characters.map((each) => {
    if (!isGsm) return each.length;
    return gsmExtension.has(each) ? 2 : 1;
  });
  const units = lengths.reduce((sum, length) => sum + length, 0);
  const [alone, joined] = partLengths[encoding];
  const isJoined = units > alone;
  return {
    encoding,
    units,
    left: smsPreset - units,
    parts: isJoined ? partsOf(lengths, joined) : Math.min(units, 1),
    partLength: isJoined ? joined : alone,
  };
};

/** Number of parts of a text message; a character of two units is never split between parts. */
const partsOf = (lengths: readonly number[], partLength: number): number => {
  let parts = 1;
  let filled = 0;
  for (const length of lengths) {
    if (filled + length > partLength) {
      parts += 1;
      filled = 0;
    }
    filled += length;
  }
  return parts;
};

/** Replaces typographic characters, which would turn the whole message into UCS-2, by plain ones. */
export const plainSigns = (text: string): string =>
  text
    .replaceAll(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll('\u2026', '...')
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ');
