import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { comesAs } from 'staffroom-contract/domains/attendance/live-link.contract.ts';

/** The claims of a link: user, lesson and expiry. It contains no names or addresses (ADR 24). */
export type LiveLink = {
  lesson: string;
  user: string;
  as: (typeof comesAs)[number];
  expires: Date;
};

/** The purpose of these tokens, so that other tokens signed with the key are not accepted. */
const audience = 'live-lesson';

const head = { alg: 'HS256', typ: 'JWT' } as const;
const headSchema = z.object({ alg: z.literal(head.alg), typ: z.literal(head.typ) });
const claimsSchema = z.object({
  aud: z.literal(audience),
  sub: z.uuid(),
  lesson: z.uuid(),
  as: z.enum(comesAs),
  exp: z.int(),
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const signatureOf = (content: string, key: string) =>
  createHmac('sha256', key).update(content).digest('base64url');

/** Returns a live link as a JSON Web Token (RFC 7519) signed with HMAC-SHA256. */
export const signLiveLink = ({ lesson, user, as, expires }: LiveLink, key: string): string => {
  const claims = {
    aud: audience,
    sub: user,
    lesson,
    as,
    exp: Math.floor(expires.getTime() / 1000),
  } satisfies z.input<typeof claimsSchema>;
  const content = `${encode(head)}.${encode(claims)}`;
  return `${content}.${signatureOf(content, key)}`;
};

/** Returns the claims of a token; undefined if it is not signed by us, has expired, or is for another lesson. */
export const verifyLiveLink = (
  token: string,
  { key, lesson, now }: { key: string; lesson: string; now: Date },
): LiveLink | undefined => {
  const [header = '', claims = '', signature = '', ...more] = token.split('.');
  const signed = Buffer.from(signatureOf(`${header}.${claims}`, key));
  const given = Buffer.from(signature);
  if (more.length > 0 || signed.length !== given.length || !timingSafeEqual(signed, given))
    return undefined;
  const said = claimsSchema.safeParse(decode(claims));
  if (!headSchema.safeParse(decode(header)).success || !said.success) return undefined;
  const { sub, as, exp, lesson: of } = said.data;
  const expires = new Date(exp * 1000);
  if (of !== lesson || expires <= now) return undefined;
  return { lesson, user: sub, as, expires };
};

const decode = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};
