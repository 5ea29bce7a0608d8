import type {
  sendAnnouncement as sendOperation,
  settleUnknown as settleOperation,
  testAnnouncement as testOperation,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  addressOf,
  ctaProblems,
  missingContent,
  groupLabels,
  missingSubject,
  repeatMinutes,
  smsProblem,
  type AddressChoice,
  type AnnouncementMethod,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { BodyOf, ParamsOf } from 'staffroom-contract/shared/operation.ts';
import { cleanText } from 'staffroom-contract/shared/text.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import * as announcementQueries from './announcements.queries.ts';
import { presentAnnouncement, presentDelivery } from './announcements.presenter.ts';
import { findRecipients, isReachable } from './announcement-recipients.ts';
import { deliveriesPerJob, deliveryJobOf } from './deliver-announcement.job.ts';

type Written = Pick<
  announcementQueries.AnnouncementRow,
  'subject' | 'content' | 'ctaText' | 'ctaLink'
>;

/**
 * Sends to one group of a lesson's students: inserts the announcement, a message per address and their jobs in one
 * transaction. Calls of one composition add groups to one announcement; a group that it has gets no second message.
 * Throws not_found, invalid_value, no_recipients, idempotency_key_reused for another text of that composition, and
 * announcement_repeated if the lesson got this text in the last 10 minutes and `confirm` is not set.
 */
export const sendAnnouncement = (
  context: Context,
  jobs: Jobs,
  { id: lessonId, type: method, recipients: group }: ParamsOf<typeof sendOperation>,
  { composition, confirm, to, ...body }: BodyOf<typeof sendOperation>,
) => {
  const written = readMessage(method, body);
  return inTransactionOnce(context, async (tx) => {
    await requireLesson(tx, context, lessonId);
    // Serializes senders, so that the second of two concurrent ones sees the first announcement.
    await lessonQueries.lockByIds(tx, [lessonId]);
    const found = await findRecipients(tx, context, { lessonId, method, to, group });
    const reachable = found.filter(isReachable);
    const opened = await open(tx, context, { lessonId, method, to, written, composition });
    if (opened.groups.includes(group)) {
      const counts = await announcementQueries.countSent(tx, opened.id, group);
      return { data: { _id: opened.id, ...counts } };
    }
    if (reachable.length === 0) throw refusal('no_recipients');
    if (!confirm && opened.groups.length === 0) await refuseRepeat(tx, context, opened);

    const now = context.clock.now();
    const writtenTo = await announcementQueries.listWrittenTo(tx, opened.id);
    const fresh = reachable.filter(({ student }) => !writtenTo.has(student._id));
    const queued = await announcementQueries.insertDeliveries(
      tx,
      opened.id,
      [...new Set(fresh.map(({ address }) => address))].map((address) => ({
        id: newId(now),
        address,
      })),
      now,
    );
    await announcementQueries.insertRecipients(
      tx,
      { announcementId: opened.id, group, now },
      fresh.map(({ student, address, address_of: of }) => ({
        id: newId(now),
        studentId: student._id,
        address,
        of,
      })),
    );
    await announcementQueries.addGroup(tx, opened.id, group);
    await queueJobs(tx, context, jobs, opened, queued);
    const counts = await announcementQueries.countSent(tx, opened.id, group);
    await recordAudit(tx, context, {
      action: 'announcement.sent',
      entity: 'announcement',
      entityId: opened.id,
      after: { lesson: lessonId, method, group, to, ...counts, ...shownOf(written) },
    });
    return { data: { _id: opened.id, ...counts } };
  });
};

/** Sends a test only to the actor. Throws not_found, invalid_value, and no_recipients if the actor has no address. */
export const testAnnouncement = (
  context: Context,
  jobs: Jobs,
  { id: lessonId, type: method }: ParamsOf<typeof testOperation>,
  body: BodyOf<typeof testOperation>,
) => {
  const written = readMessage(method, body);
  return inTransactionOnce(context, async (tx) => {
    await requireLesson(tx, context, lessonId);
    const address = await findOwnAddress(tx, context, method);
    if (address === null)
      throw refusal('no_recipients', {
        message: `Your account has no ${method === 'email' ? 'e-mail address' : 'phone number'}.`,
      });
    const opened = await open(tx, context, { lessonId, method, written, isTest: true });
    const now = context.clock.now();
    const deliveries = await announcementQueries.insertDeliveries(
      tx,
      opened.id,
      [{ id: newId(now), address }],
      now,
    );
    await queueJobs(tx, context, jobs, opened, deliveries);
    await recordAudit(tx, context, {
      action: 'announcement.tested',
      entity: 'announcement',
      entityId: opened.id,
      after: { lesson: lessonId, method, ...shownOf(written) },
    });
    return { data: { _id: opened.id, address } };
  });
};

/** Returns one announcement, also a test. Throws not_found, also if the lesson is out of the actor's scope. */
export const getAnnouncement = async (context: Context, id: string) => {
  const found = await announcementQueries.findById(context.db, id, lessonScope(context.actor));
  if (!found) throw notFound('announcementId');
  return { data: presentAnnouncement(found) };
};

/** Records the outcome of an unknown message, or sends it again. Throws not_found, delivery_not_unknown. */
export const settleUnknown = (
  context: Context,
  jobs: Jobs,
  announcementId: string,
  { delivery: recipientId, outcome }: BodyOf<typeof settleOperation>,
) =>
  inTransactionOnce(context, async (tx) => {
    const { row } = await requireAnnouncement(tx, context, announcementId);
    const message = await announcementQueries.findDelivery(tx, announcementId, recipientId);
    if (!message) throw notFound('delivery');
    const isAgain = outcome === 'again';
    const isSettled = await announcementQueries.settleUnknown(
      tx,
      message.deliveryId,
      isAgain ? 'queued' : 'sent',
      context.clock.now(),
    );
    if (!isSettled) throw refusal('delivery_not_unknown', { field: 'delivery' });
    if (isAgain) await queueJobs(tx, context, jobs, row, [message.deliveryId]);
    await recordAudit(tx, context, {
      action: 'announcement.settled',
      entity: 'announcement',
      entityId: announcementId,
      after: { delivery: message.deliveryId, outcome },
    });
    const settled = await announcementQueries.findDelivery(tx, announcementId, recipientId);
    return { data: presentDelivery(settled ?? message) };
  });

/** Throws not_found unless the lesson is in the actor's scope. */
export const requireLesson = async (db: Db, context: Context, id: string) => {
  const lesson = await lessonQueries.findById(db, id, lessonScope(context.actor));
  if (!lesson) throw notFound('id');
};

/** Returns an announcement in the actor's scope. Throws not_found. */
export const requireAnnouncement = async (db: Db, context: Context, id: string) => {
  const found = await announcementQueries.findRow(db, id, lessonScope(context.actor));
  if (!found) throw notFound('announcementId');
  return found;
};

/** Returns the caller's own address; null without one. */
export const findOwnAddress = async (
  db: Db,
  { actor }: Pick<Context, 'actor'>,
  method: AnnouncementMethod,
) => {
  const account = await announcementQueries.findContact(db, actor.id);
  return account ? addressOf(account, method).address : null;
};

/** Validates and cleans the text; throws all problems at once, by field. */
const readMessage = (
  method: AnnouncementMethod,
  { subject = '', content, cta }: BodyOf<typeof testOperation>,
): Written => {
  if (method === 'sms') {
    const text = content.trim();
    refuseFields({
      subject: subject === '' ? undefined : 'An sms has no subject.',
      cta: cta && 'An sms has no button.',
      content: text === '' ? missingContent : smsProblem(text),
    });
    return { subject: '', content: text, ctaText: null, ctaLink: null };
  }
  const html = cleanRichText(content);
  const button = cta && ctaProblems(cta);
  refuseFields({
    subject: cleanText(subject) === '' ? missingSubject : undefined,
    content: html === '' ? missingContent : undefined,
    'cta.text': button?.text,
    'cta.link': button?.link,
  });
  const hasButton = cta !== undefined && cleanText(cta.text) !== '';
  return {
    subject: cleanText(subject).replaceAll(/\s+/g, ' '),
    content: html,
    ctaText: hasButton ? cleanText(cta.text) : null,
    ctaLink: hasButton ? cleanText(cta.link) : null,
  };
};

const refuseFields = (problems: Record<string, string | undefined>) => {
  const items = Object.entries(problems).flatMap(([field, message]) =>
    message === undefined ? [] : [{ code: 'invalid_value' as const, message, field }],
  );
  if (items.length > 0) throw new AppError(items);
};

const shownOf = ({ subject, content, ctaText, ctaLink }: Written) => ({
  ...(subject !== '' && { subject }),
  content,
  ...(ctaText !== null && { cta: { text: ctaText, link: ctaLink } }),
});

type Opening = {
  lessonId: string;
  method: AnnouncementMethod;
  written: Written;
  to?: AddressChoice;
  composition?: string | undefined;
  isTest?: boolean;
};

/** Returns the announcement of this composition, or a new one. */
const open = async (tx: Db, context: Context, opening: Opening) => {
  const { lessonId, method, written, composition = null, isTest = false } = opening;
  const addressedTo = opening.to ?? 'student_else_parent';
  const now = context.clock.now();
  const row = {
    ...written,
    id: newId(now),
    lessonId,
    method,
    addressedTo,
    composition,
    isTest,
    sentBy: context.actor.id,
    created: now,
  };
  const opened = await announcementQueries.openComposition(tx, row);
  const isSame = (
    ['lessonId', 'method', 'addressedTo', 'subject', 'content', 'ctaText', 'ctaLink'] as const
  ).every((field) => opened[field] === row[field]);
  if (!isSame) throw refusal('idempotency_key_reused', { field: 'composition' });
  return opened;
};

/** Refuses a text that this lesson got in the last minutes, from any user, and names the sender and the time. */
const refuseRepeat = async (
  tx: Db,
  { clock }: Context,
  opened: announcementQueries.AnnouncementRow,
) => {
  const now = clock.now().getTime();
  const since = new Date(now - repeatMinutes * 60_000);
  const same = await announcementQueries.findSame(tx, opened, since);
  if (!same) return;
  const minutes = Math.floor((now - same.created.getTime()) / 60_000);
  const when = minutes === 0 ? 'less than a minute' : `${minutes} min`;
  const groups = same.groups.map((group) => groupLabels[group]).join(', ');
  throw refusal('announcement_repeated', {
    message: `${same.by} sent the same message to ${readers[same.to]}${groups} of this lesson ${when} ago. Send it again?`,
  });
};

/** Text before the groups, unless the announcement went to students or else their parents. */
const readers: Record<AddressChoice, string> = {
  student_else_parent: '',
  student: '',
  parent: 'the parents of ',
  both: 'students and parents of ',
};

/** Queues the jobs that send these messages. */
export const queueJobs = async (
  tx: Db,
  context: Context,
  jobs: Jobs,
  announcement: announcementQueries.AnnouncementRow,
  deliveries: string[],
) => {
  for (let start = 0; start < deliveries.length; start += deliveriesPerJob)
    await jobs.enqueue(tx, context, deliveryJobOf(announcement), {
      announcementId: announcement.id,
      deliveries: deliveries.slice(start, start + deliveriesPerJob),
    });
};
