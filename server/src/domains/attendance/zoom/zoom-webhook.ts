import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { instantSchema } from 'staffroom-contract/shared/dates.ts';
import { ownValue } from 'staffroom-contract/shared/own-value.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { refusal } from '../../../platform/errors.ts';
import type { Settings } from '../../../platform/settings.ts';
import { takeZoomEvent, type ZoomEvent } from './zoom-events.service.ts';
import { personKey, zoomEmail, zoomNumber, zoomText } from './zoom-person.ts';

/** An older signature may be a replay. */
const freshMs = 5 * 60_000;
/** Most bytes of a call of Zoom's webhook. */
const bodyLimit = 256 * 1024;

/**
 * `POST /api/webhooks/zoom`: Zoom's events of joins and leaves (ADR 23). It is not an operation of the API, because its
 * caller is authenticated only by a signature over the raw body. Without a secret it responds 404.
 */
export const registerZoomWebhook = (
  app: FastifyInstance,
  { db, clock, settings }: { db: Db; clock: Clock; settings: Settings },
) =>
  app.register(async (webhook) => {
    webhook.removeAllContentTypeParsers();
    webhook.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    webhook.post(
      '/api/webhooks/zoom',
      { schema: { hide: true }, bodyLimit },
      async (request, reply) => {
        const secret = settings.zoomWebhookSecret;
        if (secret === undefined) throw refusal('not_found');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        requireSignature(request, body, { secret, now: clock.now() });
        const message = parse(body);
        if (message.event === 'endpoint.url_validation')
          return answerValidation(message.payload, secret);
        const event = eventOf(message);
        if (event)
          await takeZoomEvent({ db, clock, address: request.ip, requestId: request.id }, event);
        return reply.status(204).send();
      },
    );
  });

const hmac = (secret: string, text: string | Buffer) => createHmac('sha256', secret).update(text);

/** Refuses messages without a valid signature, and messages signed too long ago. */
const requireSignature = (
  { headers }: FastifyRequest,
  body: Buffer,
  { secret, now }: { secret: string; now: Date },
) => {
  const timestamp = String(headers['x-zm-request-timestamp'] ?? '');
  const given = String(headers['x-zm-signature'] ?? '');
  const age = Math.abs(now.getTime() - Number(timestamp) * 1000);
  const expected = `v0=${hmac(secret, `v0:${timestamp}:`).update(body).digest('hex')}`;
  if (!isSame(given, expected) || !(age <= freshMs)) throw refusal('webhook_not_signed');
};

/** Compares hashes, so that the time does not depend on the texts. */
const isSame = (one: string, other: string) => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(one), hashOf(other));
};

const messageSchema = z.object({ event: z.string(), event_ts: z.number(), payload: z.unknown() });
type Message = z.output<typeof messageSchema>;

const parse = (body: Buffer): Message => {
  try {
    return messageSchema.parse(JSON.parse(body.toString()));
  } catch {
    throw refusal('malformed_json');
  }
};

/** Answers Zoom's check that we know the secret. Refuses texts that would sign a webhook message. */
const answerValidation = (payload: unknown, secret: string) => {
  const read = z.object({ plainToken: z.string().regex(/^[\w+/=-]{1,200}$/) }).safeParse(payload);
  if (!read.success)
    throw refusal('invalid_value', { field: 'payload.plainToken', message: 'Not a token' });
  const { plainToken } = read.data;
  return { plainToken, encryptedToken: hmac(secret, plainToken).digest('hex') };
};

const kinds = {
  started: 'started',
  ended: 'ended',
  participant_joined: 'joined',
  participant_left: 'left',
} as const;

const objectSchema = z.object({
  id: zoomNumber,
  uuid: zoomText,
  participant: z
    .object({
      user_id: zoomNumber,
      user_name: zoomText,
      email: zoomEmail,
      registrant_id: zoomText,
      participant_uuid: zoomText,
      join_time: instantSchema.optional().catch(undefined),
      leave_time: instantSchema.optional().catch(undefined),
    })
    .optional(),
});

/** Returns the event of a meeting in a message; undefined for other kinds of message. Throws invalid_value. */
const eventOf = ({ event, event_ts, payload }: Message): ZoomEvent | undefined => {
  const [, name] = /^(?:meeting|webinar)\.(\w+)$/.exec(event) ?? [];
  const kind = name === undefined ? undefined : ownValue(kinds, name);
  if (!kind) return undefined;
  const read = z.object({ object: objectSchema }).safeParse(payload);
  const isPerson = kind === 'joined' || kind === 'left';
  const sent = Math.round(event_ts);
  if (!read.success || !(sent > 0 && sent < 4e12) || (isPerson && !read.data.object.participant))
    throw refusal('invalid_value', { field: 'payload', message: 'Not an event as Zoom sends it' });
  const { id, uuid, participant } = read.data.object;
  const reportedAt = kind === 'joined' ? participant?.join_time : participant?.leave_time;
  const at = isPerson && reportedAt !== undefined ? new Date(reportedAt) : new Date(sent);
  const { user_id = '', email = '', user_name = '', registrant_id = '' } = participant ?? {};
  return {
    // Zoom's events have no id: a repeated event has the same values in these fields.
    identity: createHash('sha256')
      .update(JSON.stringify([kind, sent, id, uuid, user_id, participant?.participant_uuid, at]))
      .digest('hex'),
    meetingId: id,
    kind,
    email,
    name: user_name,
    person: personKey({ meetingUuid: uuid, userId: user_id, registrantId: registrant_id }),
    at,
  };
};
