import type {
  AnnouncementPreview,
  Recipient,
  sendAnnouncement as sendOperation,
  settleUnknown as settleOperation,
  testAnnouncement as testOperation,
} from '@staffroom/contract/domains/announcements/announcements.contract.ts';
import {
  addressOf,
  ctaProblems,
  missingContent,
  missingSubject,
  smsProblem,
  type AnnouncementMethod,
} from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import {
  groupOfKind,
  rosterGroups,
  type RosterGroup,
} from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { BodyOf, ParamsOf } from '@staffroom/contract/shared/operation.ts';
import { cleanText } from '@staffroom/contract/shared/text.ts';
import { recordAudit } from '../../platform/audit.ts';
import { waysOf } from '../../platform/carriers/carriers.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { studentScope } from '../users/users.policy.ts';
import * as announcementQueries from './announcements.queries.ts';
import { presentAnnouncement, presentDelivery } from './announcements.presenter.ts';
import { deliverAnnouncementJob, deliveriesPerJob } from './deliver-announcement.job.ts';

/** What is written, checked and cleaned. */
type Written = Pick<
  announcementQueries.AnnouncementRow,
  'subject' | 'content' | 'ctaText' | 'ctaLink'
>;

/**
 * Writes to one group of a lesson's students: the announcement, a message to each address and their jobs, all or nothing.
 * Calls of one composition add their groups to one announcement; a group that it has already is not written to again.
 * Throws not_found, invalid_value, no_recipients, and idempotency_key_reused for another message of that composition.
 */
export const sendAnnouncement = (
  context: Context,
  jobs: Jobs,
  { id: lessonId, type: method, recipients: group }: ParamsOf<typeof sendOperation>,
  { composition, ...body }: BodyOf<typeof sendOperation>,
) => {
  const written = readMessage(method, body);
  return inTransactionOnce(context, async (tx) => {
    await requireLesson(tx, context, lessonId);
    const found = await findRecipients(tx, context, { lessonId, method, group });
    const reachable = found.filter(isReachable);
    const opened = await open(tx, context, { lessonId, method, written, composition });
    if (opened.groups.includes(group)) {
      const count = await announcementQueries.countRecipients(tx, opened.id, group);
      return { data: { _id: opened.id, count } };
    }
    if (reachable.length === 0) throw refusal('no_recipients');

    const now = context.clock.now();
    const queued = await announcementQueries.insertDeliveries(
      tx,
      opened.id,
      [...new Set(reachable.map(({ address }) => address))].map((address) => ({
        id: newId(now),
        address,
      })),
      now,
    );
    const count = await announcementQueries.insertRecipients(
      tx,
      { announcementId: opened.id, group, now },
      reachable.map(({ student, address, address_of: of }) => ({
        id: newId(now),
        studentId: student._id,
        address,
        of,
      })),
    );
    await announcementQueries.addGroup(tx, opened.id, group);
    await queueJobs(tx, context, jobs, { announcementId: opened.id, deliveries: queued });
    await recordAudit(tx, context, {
      action: 'announcement.sent',
      entity: 'announcement',
      entityId: opened.id,
      after: { lesson: lessonId, method, group, count, ...shownOf(written) },
    });
    return { data: { _id: opened.id, count } };
  });
};

/** Writes to oneself alone. Throws not_found, invalid_value, and no_recipients without an address of one's own. */
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
    await queueJobs(tx, context, jobs, { announcementId: opened.id, deliveries });
    await recordAudit(tx, context, {
      action: 'announcement.tested',
      entity: 'announcement',
      entityId: opened.id,
      after: { lesson: lessonId, method, ...shownOf(written) },
    });
    return { data: { _id: opened.id, address } };
  });
};

/** One announcement, a test too. Throws not_found, also where the lesson is out of the actor's scope. */
export const getAnnouncement = async (context: Context, id: string) => {
  const found = await announcementQueries.findById(context.db, id, lessonScope(context.actor));
  if (!found) throw notFound('announcementId');
  return { data: presentAnnouncement(found) };
};

/** Queues the failed messages anew and leaves the others alone; answers how many. Throws not_found. */
export const retryAnnouncement = (context: Context, jobs: Jobs, id: string) =>
  inTransactionOnce(context, async (tx) => {
    await requireAnnouncement(tx, context, id);
    const deliveries = await announcementQueries.requeueFailed(tx, id, context.clock.now());
    if (deliveries.length > 0) {
      await queueJobs(tx, context, jobs, { announcementId: id, deliveries });
      await recordAudit(tx, context, {
        action: 'announcement.retried',
        entity: 'announcement',
        entityId: id,
        after: { count: deliveries.length },
      });
    }
    return { data: { count: deliveries.length } };
  });

/** Says what became of a message of unknown outcome, or sends it again. Throws not_found, delivery_not_unknown. */
export const settleUnknown = (
  context: Context,
  jobs: Jobs,
  announcementId: string,
  { delivery: recipientId, outcome }: BodyOf<typeof settleOperation>,
) =>
  inTransactionOnce(context, async (tx) => {
    await requireAnnouncement(tx, context, announcementId);
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
    if (isAgain)
      await queueJobs(tx, context, jobs, { announcementId, deliveries: [message.deliveryId] });
    await recordAudit(tx, context, {
      action: 'announcement.settled',
      entity: 'announcement',
      entityId: announcementId,
      after: { delivery: message.deliveryId, outcome },
    });
    const settled = await announcementQueries.findDelivery(tx, announcementId, recipientId);
    return { data: presentDelivery(settled ?? message) };
  });

const mostShown = 50;

/** Who of a lesson's students can be written to, and who cannot and why. Throws not_found. */
export const previewAnnouncement = async (
  context: Context,
  { id: lessonId, type: method }: { id: string; type: AnnouncementMethod },
): Promise<{ data: AnnouncementPreview }> => {
  const { db, settings } = context;
  await requireLesson(db, context, lessonId);
  const all = await findRecipients(db, context, { lessonId, method });
  return {
    data: {
      via: waysOf(settings)[method],
      groups: rosterGroups.map((group) => {
        const own = all.filter((one) => one.group === group);
        return { group, count: own.length, reachable: own.filter(isReachable).length };
      }),
      without: all.filter((one) => !isReachable(one)).slice(0, mostShown),
      first: all.find(isReachable) ?? null,
      own_address: await findOwnAddress(db, context, method),
    },
  };
};

/** Every student of the lesson with the address, or why there is none, as CSV. */
export const exportRecipients = async (
  context: Context,
  { id: lessonId, type: method }: { id: string; type: AnnouncementMethod },
) => {
  await requireLesson(context.db, context, lessonId);
  return csvAnswer(
    'recipients.csv',
    recipientColumns,
    await findRecipients(context.db, context, { lessonId, method }),
  );
};

const recipientColumns: CsvColumn<Recipient>[] = [
  { header: 'student', value: ({ student }) => student.name },
  { header: 'group', value: ({ group }) => group },
  { header: 'address', value: ({ address }) => address },
  { header: 'address_of', value: ({ address_of: of }) => of },
  { header: 'without_address', value: ({ why }) => why },
];

/** Lists of a lesson's announcements begin with it. Throws not_found. */
export const requireLesson = async (db: Db, context: Context, id: string) => {
  const lesson = await lessonQueries.findById(db, id, lessonScope(context.actor));
  if (!lesson) throw notFound('id');
};

export const requireAnnouncement = async (db: Db, context: Context, id: string) => {
  if (!(await announcementQueries.isThere(db, id, lessonScope(context.actor))))
    throw notFound('announcementId');
};

const findRecipients = async (
  db: Db,
  context: Context,
  of: { lessonId: string; method: AnnouncementMethod; group?: RosterGroup },
): Promise<Recipient[]> => {
  const contacts = await announcementQueries.listContacts(
    db,
    of.lessonId,
    studentScope(context.actor),
  );
  return contacts.flatMap((person) => {
    const group = groupOfKind(person.kind);
    if (of.group !== undefined && of.group !== group) return [];
    const found = addressOf(person, of.method);
    return [
      {
        student: { _id: person.id, name: person.name },
        group,
        address: found.address,
        address_of: found.address === null ? null : found.of,
        why: found.address === null ? found.why : null,
      },
    ];
  });
};

const isReachable = (
  recipient: Recipient,
): recipient is Recipient & { address: string; address_of: 'student' | 'parent' } =>
  recipient.address !== null;

const findOwnAddress = async (db: Db, { actor }: Context, method: AnnouncementMethod) => {
  const account = await announcementQueries.findContact(db, actor.id);
  return account ? addressOf(account, method).address : null;
};

/** Checks and cleans what is written; every problem is said at once, by its field. */
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
  composition?: string | undefined;
  isTest?: boolean;
};

/** The announcement of this composition, or a new one. */
const open = async (tx: Db, context: Context, opening: Opening) => {
  const { lessonId, method, written, composition = null, isTest = false } = opening;
  const now = context.clock.now();
  const row = {
    ...written,
    id: newId(now),
    lessonId,
    method,
    composition,
    isTest,
    sentBy: context.actor.id,
    created: now,
  };
  const opened = await announcementQueries.openComposition(tx, row);
  const isSame = (
    ['lessonId', 'method', 'subject', 'content', 'ctaText', 'ctaLink'] as const
  ).every((field) => opened[field] === row[field]);
  if (!isSame) throw refusal('idempotency_key_reused', { field: 'composition' });
  return opened;
};

const queueJobs = async (
  tx: Db,
  context: Context,
  jobs: Jobs,
  { announcementId, deliveries }: { announcementId: string; deliveries: string[] },
) => {
  for (let start = 0; start < deliveries.length; start += deliveriesPerJob)
    await jobs.enqueue(tx, context, deliverAnnouncementJob, {
      announcementId,
      deliveries: deliveries.slice(start, start + deliveriesPerJob),
    });
};
