import type {
  AnnouncementPreview,
  previewAnnouncement as previewOperation,
  Recipient,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  rosterGroups,
  type RosterGroup,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { ParamsOf, QueryOf } from 'staffroom-contract/shared/operation.ts';
import { waysOf } from '../../platform/carriers/carriers.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { findRecipients, isReachable } from './announcement-recipients.ts';
import { findLastChoice } from './announcements.queries.ts';
import { findOwnAddress, requireLesson } from './announcements.service.ts';

type Params = ParamsOf<typeof previewOperation>;
type Query = QueryOf<typeof previewOperation>;

/** Most students named as unreachable for each group. */
const mostShown = 50;

/** Returns which students of a lesson can get a message, and why others cannot. Throws not_found. */
export const previewAnnouncement = async (
  context: Context,
  { id: lessonId, type: method }: Params,
  query: Query,
): Promise<{ data: AnnouncementPreview }> => {
  const { db, settings } = context;
  await requireLesson(db, context, lessonId);
  const to = await choiceOf(context, query);
  const all = await findRecipients(db, context, { lessonId, method, to });
  return {
    data: {
      via: waysOf(settings)[method],
      to,
      groups: rosterGroups.map((group) => {
        const own = all.filter((one) => one.group === group);
        return {
          group,
          count: countStudents(own),
          reachable: countStudents(own.filter(isReachable)),
          partly: countStudents(own.filter((one) => one.gets_other)),
        };
      }),
      messages: sharesOf(all),
      without: all.filter((one) => !isReachable(one)).slice(0, mostShown),
      first: all.find(isReachable) ?? null,
      own_address: await findOwnAddress(db, context, method),
    },
  };
};

/** Exports each chosen address of every student of the lesson, or why it is missing, as CSV. Throws not_found. */
export const exportRecipients = async (
  context: Context,
  { id: lessonId, type: method }: Params,
  query: Query,
) => {
  await requireLesson(context.db, context, lessonId);
  const to = await choiceOf(context, query);
  return csvAnswer(
    'recipients.csv',
    recipientColumns,
    await findRecipients(context.db, context, { lessonId, method, to }),
  );
};

const recipientColumns: CsvColumn<Recipient>[] = [
  { header: 'student', value: ({ student }) => student.name },
  { header: 'group', value: ({ group }) => group },
  { header: 'address', value: ({ address }) => address },
  { header: 'address_of', value: ({ address_of: of }) => of },
  { header: 'without_address', value: ({ why }) => why },
];

/** Returns the choice of the request, else that of the caller's last announcement. */
const choiceOf = async ({ db, actor }: Context, { to }: Query) =>
  to ?? (await findLastChoice(db, actor.id)) ?? 'student_else_parent';

const countStudents = (recipients: readonly Recipient[]) =>
  new Set(recipients.map(({ student }) => student._id)).size;

/** Counts the addresses by the groups whose students have them. */
const sharesOf = (all: readonly Recipient[]): AnnouncementPreview['messages'] => {
  const groupsOf = new Map<string, Set<RosterGroup>>();
  for (const { address, group } of all.filter(isReachable)) {
    const key = address.toLowerCase();
    groupsOf.set(key, (groupsOf.get(key) ?? new Set()).add(group));
  }
  const shares = new Map<string, AnnouncementPreview['messages'][number]>();
  for (const found of groupsOf.values()) {
    const groups = rosterGroups.filter((group) => found.has(group));
    const share = shares.get(groups.join()) ?? { groups, count: 0 };
    share.count += 1;
    shares.set(groups.join(), share);
  }
  return [...shares.values()].toSorted((one, other) =>
    one.groups.join().localeCompare(other.groups.join()),
  );
};
