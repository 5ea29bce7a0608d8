import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import type { Outcome } from '../../platform/carriers/message.ts';
import { isDatabaseAway } from '../../platform/database.ts';
import { inBatches } from '../../platform/in-batches.ts';
import { defineJob, type JobContext } from '../../platform/jobs.ts';
import * as deliveryQueries from './delivery.queries.ts';
import { renderMail } from './render-mail.ts';

/** Messages per job: a few hundred, so that a restart after a crash repeats little. */
export const deliveriesPerJob = 250;
/** Concurrent e-mail jobs: enough that the jobs of a slow mail server leave room for others. */
const emailJobsAtOnce = 8;

/** Messages that this process is sending or recording. */
const inHand = new Map<string, Promise<void>>();

/**
 * Sends messages of an announcement. Each is taken just before it is sent and recorded with its response, so that the
 * list is always correct and no message is sent twice. During a database outage outcomes wait in this process; messages
 * that could not be sent wait for a retry by the same job.
 */
const defineDelivery = (name: string, workers = 2) =>
  defineJob({
    name,
    payload: z.strictObject({ announcementId: idSchema, deliveries: z.array(idSchema) }),
    // The job must survive any number of crashed workers and long database outages.
    retry: { limit: 1000, delaySeconds: 2 },
    workers,
    handler: async (job, { announcementId, deliveries: ids }, signal) => {
      const { db, clock, jobId } = job;
      const message = await deliveryQueries.findMessage(db, announcementId);
      const to = message.announcement.method === 'email' ? 'queued' : 'unknown';
      const lost = ids.filter((id) => !inHand.has(id));
      await deliveryQueries.takeBackInterrupted(db, { jobId, ids: lost, now: clock.now(), to });
      const due = await deliveryQueries.listDue(db, ids, clock.now());
      await sendAll(due, signal, delivererOf(job, message, signal));
      signal.throwIfAborted();
      // An earlier run of this job, which the queue considers lost, may still wait for responses.
      await Promise.allSettled(ids.map((id) => inHand.get(id) ?? Promise.resolve()));
      const again = await whileAway(() => deliveryQueries.findNextTry(db, ids));
      return again && { again };
    },
  });

/** Sends the e-mails of an announcement; each one is taken, sent and recorded by itself. */
export const deliverAnnouncementJob = defineDelivery('deliver-announcement', emailJobsAtOnce);
/** Text messages and tests have separate queues, so that a slow mail server does not delay them. */
const deliverTextsJob = defineDelivery('deliver-text-messages');
const deliverTestJob = defineDelivery('deliver-test');

/** Returns the job that sends the messages of this announcement. */
export const deliveryJobOf = ({
  method,
  isTest,
}: Pick<deliveryQueries.Message['announcement'], 'method' | 'isTest'>) => {
  if (isTest) return deliverTestJob;
  return method === 'sms' ? deliverTextsJob : deliverAnnouncementJob;
};

type Due = deliveryQueries.Due;
type Deliver = (due: Due) => Promise<void>;

/** Sends each message as soon as it has a slot; waits for all of them, also if one fails. */
const sendAll = async (due: readonly Due[], signal: AbortSignal, deliver: Deliver) => {
  const failures: unknown[] = [];
  await Promise.all(due.map((one) => deliver(one).catch((error: unknown) => failures.push(error))));
  signal.throwIfAborted();
  if (failures.length > 0) throw failures[0];
};

/** Milliseconds between two attempts to record during a database outage. */
const tryAgainAfter = 500;

/** Retries until the database responds; `act` must be safe to repeat, since a lost response may mean a commit. */
const whileAway = async <T>(act: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    await delay(tryAgainAfter);
  }
};

type Send = (delivery: deliveryQueries.DeliveryRow) => Promise<Outcome>;

/** Returns a function that sends the message to an address; renders the content only once. */
const senderOf = ({ carriers, settings }: JobContext, message: deliveryQueries.Message) => {
  const { method, content } = message.announcement;
  if (method === 'sms') {
    const send: Send = ({ id, address }) => carriers.sms.send({ id, to: address, text: content });
    return { send, way: carriers.sms.way, slots: carriers.sms.slots };
  }
  const mail = renderMail(message, settings);
  const send: Send = ({ id, address }) => carriers.email.send({ id, to: address, ...mail });
  return { send, way: carriers.email.way, slots: carriers.email.slots };
};

/** Takes, sends and records messages, as many at once as there are slots. */
const delivererOf = (
  job: JobContext,
  message: deliveryQueries.Message,
  signal: AbortSignal,
): Deliver => {
  const { db, clock, jobId, settings } = job;
  const { send, way, slots } = senderOf(job, message);
  const mostTries = message.announcement.isTest ? 1 : undefined;
  const take = inBatches((ids: readonly string[]) =>
    deliveryQueries.take(db, { ids, jobId, now: clock.now() }),
  );
  const record = inBatches(async (tried: readonly deliveryQueries.Tried[]) => {
    const { firstPauseSeconds } = settings;
    const now = clock.now();
    await deliveryQueries.record(db, { tried, way, now, firstPauseSeconds, mostTries });
    return [];
  });
  const takeAndSend = async (id: string) => {
    const delivery = await whileAway(() => take(id));
    if (!delivery) return;
    const outcome = await send(delivery);
    await whileAway(() => record({ delivery, outcome }));
  };
  return async ({ id, address }) => {
    const release = await slots.take({ domain: domainOf(address), owner: jobId }, signal);
    // Another run, which the queue considers lost, may still be sending it.
    if (inHand.has(id)) return release();
    const done = takeAndSend(id);
    inHand.set(id, done);
    try {
      await done;
    } finally {
      inHand.delete(id);
      release();
    }
    return undefined;
  };
};

/** Returns the mail domain of an address, whose server may be slow; phones share one provider. */
const domainOf = (address: string) => address.split('@')[1]?.toLowerCase() ?? '';

export const announcementJobs = [deliverAnnouncementJob, deliverTextsJob, deliverTestJob];
