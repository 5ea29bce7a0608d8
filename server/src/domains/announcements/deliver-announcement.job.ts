import { z } from 'zod';
import { idSchema } from '@staffroom/contract/shared/text.ts';
import type { Outcome } from '../../platform/carriers/message.ts';
import { inBatches } from '../../platform/in-batches.ts';
import { defineJob, type JobContext } from '../../platform/jobs.ts';
import * as deliveryQueries from './delivery.queries.ts';
import { renderMail } from './render-mail.ts';

/** Messages of one job: a lost worker's are taken up again, a few hundred at a time. */
export const deliveriesPerJob = 250;
/** Messages sent beside each other. */
const lanes = 10;

/**
 * Sends messages of an announcement. Each is taken just before it is sent and noted as soon as it is answered, those of
 * the same moment in one statement, so that the list tells the truth at every moment; a message whose success was noted is never taken again. Those that could not be sent wait for the next try,
 * for which the job comes again.
 */
export const deliverAnnouncementJob = defineJob({
  name: 'deliver-announcement',
  payload: z.strictObject({ announcementId: idSchema, deliveries: z.array(idSchema) }),
  // It must survive any number of dead workers and a database that stays away for long.
  retry: { limit: 1000, delaySeconds: 2 },
  handler: async (job, { announcementId, deliveries: ids }, signal) => {
    const { db, clock, jobId } = job;
    const message = await deliveryQueries.findMessage(db, announcementId);
    const to = message.announcement.method === 'email' ? 'queued' : 'unknown';
    await deliveryQueries.takeBackInterrupted(db, { jobId, ids, now: clock.now(), to });
    const deliver = delivererOf(job, message);
    const due = await deliveryQueries.listDue(db, ids, clock.now());
    await inLanes(due, signal, deliver);
    signal.throwIfAborted();
    const again = await deliveryQueries.findNextTry(db, ids);
    return again && { again };
  },
});

/** Does each, a few beside each other; ends when all in hand are done, also where one fails. */
const inLanes = async (
  ids: readonly string[],
  signal: AbortSignal,
  act: (id: string) => Promise<void>,
) => {
  const left = [...ids];
  const failures: unknown[] = [];
  const lane = async () => {
    for (let id = left.shift(); id; id = left.shift()) {
      if (signal.aborted || failures.length > 0) return;
      await act(id).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failures.length > 0) throw failures[0];
};

type Send = (delivery: deliveryQueries.DeliveryRow) => Promise<Outcome>;

/** Sends the message to one of its addresses; what is the same for all is made once. */
const senderOf = ({ carriers, settings }: JobContext, message: deliveryQueries.Message) => {
  const { method, content } = message.announcement;
  if (method === 'sms') {
    const send: Send = ({ id, address }) => carriers.sms.send({ id, to: address, text: content });
    return { send, way: carriers.sms.way };
  }
  const mail = renderMail(message, settings);
  const send: Send = ({ id, address }) => carriers.email.send({ id, to: address, ...mail });
  return { send, way: carriers.email.way };
};

/** Takes, sends and notes one message after another, in several lanes beside each other. */
const delivererOf = (job: JobContext, message: deliveryQueries.Message) => {
  const { db, clock, jobId, settings } = job;
  const { send, way } = senderOf(job, message);
  const take = inBatches((ids: readonly string[]) =>
    deliveryQueries.take(db, { ids, jobId, now: clock.now() }),
  );
  const record = inBatches(async (tried: readonly deliveryQueries.Tried[]) => {
    const { firstPauseSeconds } = settings;
    await deliveryQueries.record(db, { tried, way, now: clock.now(), firstPauseSeconds });
    return [];
  });
  return async (id: string) => {
    const delivery = await take(id);
    if (delivery) await record({ delivery, outcome: await send(delivery) });
  };
};

export const announcementJobs = [deliverAnnouncementJob];
