import { z } from 'zod';
import { textSchema } from '../../shared/text.ts';

/** A range of IP addresses: the first `prefix` bits of `value` are shared by all of them. */
type AddressRange = { bits: 32 | 128; value: bigint; prefix: number };

/** Most addresses and ranges of one service token. */
export const mostRanges = 20;

/** The parts of a pasted list: separated by commas, semicolons, spaces or line ends. */
export const splitRanges = (text: string): string[] =>
  text.split(/[\s,;\u3000\uff0c]/).filter((part) => part !== '');

const readIpv4 = (text: string): bigint | undefined => {
  const parts = text.split('.');
  // A leading zero is octal to some programs, so such an address is ambiguous.
  const isPart = (part: string) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
  if (parts.length !== 4 || !parts.every(isPart)) return undefined;
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n);
};

const readIpv6 = (text: string): bigint | undefined => {
  const end = text.slice(text.lastIndexOf(':') + 1);
  const ipv4 = end.includes('.') ? readIpv4(end) : undefined;
  if (end.includes('.') && ipv4 === undefined) return undefined;
  const tail = ipv4 === undefined ? end : `${(ipv4 >> 16n).toString(16)}:${hex16(ipv4)}`;
  const halves = `${text.slice(0, text.length - end.length)}${tail}`.split('::');
  const [start = '', rest] = halves;
  const groupsOf = (half: string) => (half === '' ? [] : half.split(':'));
  const before = groupsOf(start);
  const after = groupsOf(rest ?? '');
  const zeros = 8 - before.length - after.length;
  const isWhole = halves.length === 1 ? zeros === 0 : halves.length === 2 && zeros > 0;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  if (!isWhole || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
};

const hex16 = (value: bigint) => (value & 0xffffn).toString(16);

/** IPv4 addresses inside IPv6, ::ffff:0:0/96: the form in which a socket for both reports them. */
const isMapped = (value: bigint) => value >> 32n === 0xffffn;

const readAddress = (text: string): Omit<AddressRange, 'prefix'> | undefined => {
  const ipv4 = readIpv4(text);
  if (ipv4 !== undefined) return { bits: 32, value: ipv4 };
  const ipv6 = text.includes(':') ? readIpv6(text) : undefined;
  return ipv6 === undefined ? undefined : { bits: 128, value: ipv6 };
};

/** Longest part of an entry that a message repeats. */
const mostShown = 50;

/** Returns the range of an address or CIDR text, with IPv4 in its own form; otherwise what is wrong with it. */
const readRange = (text: string): AddressRange | { problem: string } => {
  const [address = '', length, ...more] = text.split('/');
  const found = readAddress(address);
  const shown = `“${text.slice(0, mostShown)}${text.length > mostShown ? '…' : ''}”`;
  if (!found || more.length > 0)
    return {
      problem: `${shown} is not an IP address or range. Write it as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.`,
    };
  const { bits, value } = found;
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : 0;
  if (prefix < 1 || prefix > bits)
    return {
      problem: `${shown}: a range of ${bits === 32 ? 'IPv4' : 'IPv6'} ends with /1 to /${bits}.`,
    };
  const first = (value >> BigInt(bits - prefix)) << BigInt(bits - prefix);
  if (bits === 32 || !isMapped(value)) return { bits, value: first, prefix };
  if (prefix < 96) return { problem: `${shown}: write a range of IPv4 without ::ffff:.` };
  return { bits: 32, value: first & 0xffff_ffffn, prefix: prefix - 96 };
};

/** The error for an address or range; undefined if it can be read. It names the entry. */
export const rangeProblem = (text: string): string | undefined => {
  const read = readRange(text);
  if ('problem' in read) return read.problem;
  return read.prefix === 0 ? `“${text.slice(0, mostShown)}” is every IPv4 address.` : undefined;
};

const ipv4Text = (value: bigint) =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');

/** The canonical text of an IPv6 address: lower case, the longest run of zero groups as "::" (RFC 5952). */
const ipv6Text = (value: bigint) => {
  const groups = Array.from({ length: 8 }, (_, index) => hex16(value >> BigInt(16 * (7 - index))));
  const [longest = ''] = [...groups.join(':').matchAll(/\b0(:0)+\b/g)]
    .map(([run]) => run)
    .toSorted((one, other) => other.length - one.length);
  const text = groups.join(':');
  if (longest === '') return text;
  return text.replace(new RegExp(`(^|:)${longest}(:|$)`), '::');
};

/** The canonical text of a valid range: "203.0.113.7/24" as "203.0.113.0/24", an IPv4-mapped address as IPv4. */
const rangeText = (text: string): string => {
  const read = readRange(text);
  if ('problem' in read) return text;
  const address = read.bits === 32 ? ipv4Text(read.value) : ipv6Text(read.value);
  return read.prefix === read.bits ? address : `${address}/${read.prefix}`;
};

/** One address or range in canonical text; the error names the entry. */
const addressRangeSchema = textSchema(100)
  .superRefine((text, context) => {
    const message = rangeProblem(text.trim());
    if (message) context.addIssue({ code: 'custom', message });
  })
  .transform((text) => rangeText(text.trim()))
  .pipe(z.string());

/** Addresses and ranges, each once; an empty list is every address. */
export const addressRangesSchema = z
  .array(addressRangeSchema)
  .max(mostRanges, `Please enter at most ${mostRanges} addresses or ranges.`)
  .transform((ranges) => [...new Set(ranges)])
  .pipe(z.array(z.string()));

/** True if a caller's address is in one of the ranges. An address that cannot be read is in none. */
export const isInRanges = (ranges: readonly string[], address: string): boolean => {
  // A link-local address has its interface after "%".
  const caller = readRange(address.split('%')[0] ?? '');
  if ('problem' in caller) return false;
  return ranges.some((text) => {
    const range = readRange(text);
    if ('problem' in range || range.bits !== caller.bits) return false;
    const rest = BigInt(range.bits - range.prefix);
    return caller.value >> rest === range.value >> rest;
  });
};
