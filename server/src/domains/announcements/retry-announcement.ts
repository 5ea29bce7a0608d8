import type { retryDelivery as retryDeliveryOperation } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  addressAt,
  addressOf,
  isSameAddress,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { BodyOf, ParamsOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { findDelivery, type AnnouncementRow } from './announcements.queries.ts';
import { presentDelivery } from './announcements.presenter.ts';
import { queueJobs, requireAnnouncement } from './announcements.service.ts';
import * as retryQueries from './retry-announcement.queries.ts';

/**
 * Requeues only the failed messages, to the recipients' current addresses; returns their number and the number of
 * students with another address. Throws not_found.
 */
export const retryAnnouncement = (context: Context, jobs: Jobs, id: string) =>
  inTransactionOnce(context, async (tx) => {
    const { row } = await requireAnnouncement(tx, context, id);
    await retryQueries.lockAnnouncement(tx, id);
    const targets = (await retryQueries.lockFailed(tx, id)).flatMap(
      (failed) => presentAddress(failed, row) ?? [],
    );
    const now = context.clock.now();
    const { deliveries, changed } = await sendAgain(tx, { announcementId: id, now }, targets);
    if (targets.length > 0) {
      await queueJobs(tx, context, jobs, row, deliveries);
      await recordAudit(tx, context, {
        action: 'announcement.retried',
        entity: 'announcement',
        entityId: id,
        after: { count: deliveries.length, ...(changed.length > 0 && { changed }) },
      });
    }
    const students = new Set(changed.map(({ student }) => student));
    return { data: { count: deliveries.length, changed: students.size } };
  });

/**
 * Requeues one failed message to the student's own address or the parent's. If the announcement went to both, sends the
 * message of the other person again instead if it failed too. Throws not_found, delivery_not_failed, delivery_elsewhere
 * if the other person's message has not failed, and no_recipients without such an address.
 */
export const retryDelivery = (
  context: Context,
  jobs: Jobs,
  { announcementId, delivery: recipientId }: ParamsOf<typeof retryDeliveryOperation>,
  { at }: BodyOf<typeof retryDeliveryOperation>,
) =>
  inTransactionOnce(context, async (tx) => {
    const { row } = await requireAnnouncement(tx, context, announcementId);
    await retryQueries.lockAnnouncement(tx, announcementId);
    if (!(await findDelivery(tx, announcementId, recipientId))) throw notFound('delivery');
    const [failed] = await retryQueries.lockFailed(tx, announcementId, recipientId);
    if (!failed) throw refusal('delivery_not_failed', { field: 'delivery' });
    const recipient = await recipientAt(tx, announcementId, { failed, at });
    const address = addressAt(failed.contact, row.method, at);
    if (address === null)
      throw refusal('no_recipients', {
        field: 'at',
        message: `The ${at} has no ${row.method === 'email' ? 'e-mail address' : 'phone number'} that can be written to.`,
      });
    const now = context.clock.now();
    const target = { failed: recipient, address, of: at };
    const { deliveries, changed } = await sendAgain(tx, { announcementId, now }, [target]);
    await queueJobs(tx, context, jobs, row, deliveries);
    await recordAudit(tx, context, {
      action: 'announcement.retried',
      entity: 'announcement',
      entityId: announcementId,
      after: { count: deliveries.length, at, ...(changed.length > 0 && { changed }) },
    });
    const after = await findDelivery(tx, announcementId, recipient.recipientId);
    if (!after) throw notFound('delivery');
    return { data: presentDelivery(after) };
  });

/** The recipient to retry: the failed one, or the student's other one if it failed too. Throws delivery_elsewhere. */
const recipientAt = async (
  tx: Db,
  announcementId: string,
  { failed, at }: { failed: retryQueries.Failed; at: 'student' | 'parent' },
): Promise<retryQueries.Failed> => {
  if (at === failed.of) return failed;
  const other = await retryQueries.findRecipientOf(tx, announcementId, {
    studentId: failed.studentId,
    of: at,
  });
  if (!other) return failed;
  const { state, ...recipient } = other;
  if (state === 'failed') return { ...failed, ...recipient, of: at };
  throw refusal('delivery_elsewhere', {
    field: 'at',
    message:
      state === 'sent'
        ? `The ${at} already has this message, at ${other.address}.`
        : `The message to the ${at}, at ${other.address}, has not failed.`,
  });
};

/** A recipient whose message is sent again, with the current address. */
type Target = {
  failed: retryQueries.Failed;
  address: string;
  of: 'student' | 'parent';
};
type Retry = { announcementId: string; now: Date };

/** Returns the recipient's current address: of the same person as before, else by the announcement's choice. */
const presentAddress = (
  failed: retryQueries.Failed,
  { method, addressedTo }: Pick<AnnouncementRow, 'method' | 'addressedTo'>,
): Target | undefined => {
  const same = addressAt(failed.contact, method, failed.of);
  if (same !== null) return { failed, address: same, of: failed.of };
  if (addressedTo !== 'student_else_parent') return undefined;
  const found = addressOf(failed.contact, method);
  return found.address === null ? undefined : { failed, address: found.address, of: found.of };
};

/**
 * Requeues failed messages to the addresses in `targets`. Recipients of one message with different current addresses
 * get a message each; a recipient whose address already has a message of this announcement shares it, and it is not
 * sent again if it arrived. Returns the ids of the queued messages and the recipients with a changed address.
 */
const sendAgain = async (tx: Db, { announcementId, now }: Retry, targets: Target[]) => {
  const queued = new Set<string>();
  const moved = targets.filter(({ failed, address }) => !isSameAddress(failed.address, address));
  for (const { failed, address } of targets)
    if (isSameAddress(failed.address, address)) queued.add(failed.deliveryId);
  for (const { failed, address, of } of moved) {
    const found = await retryQueries.findByAddress(tx, announcementId, address);
    const deliveryId =
      found?.id ??
      (await retryQueries.insertReaddressed(tx, {
        id: newId(now),
        announcementId,
        address,
        formerAddress: failed.address,
        now,
      }));
    await retryQueries.moveRecipient(tx, failed.recipientId, { deliveryId, of });
    if (!found || found.state === 'failed') queued.add(deliveryId);
  }
  for (const { failed, address, of } of targets)
    if (isSameAddress(failed.address, address) && of !== failed.of)
      await retryQueries.moveRecipient(tx, failed.recipientId, {
        deliveryId: failed.deliveryId,
        of,
      });
  await retryQueries.deleteWithoutRecipients(tx, announcementId);
  const deliveries = await retryQueries.requeue(tx, [...queued], now);
  return {
    deliveries,
    changed: moved.map(({ failed, address }) => ({
      student: failed.studentId,
      from: failed.address,
      to: address,
    })),
  };
};
