import type { Recipient } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  messageTargets,
  type AddressChoice,
  type AnnouncementMethod,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { groupOfKind, type RosterGroup } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { studentScope } from '../users/users.policy.ts';
import { listContacts } from './announcements.queries.ts';

type Asked = {
  lessonId: string;
  method: AnnouncementMethod;
  to: AddressChoice;
  group?: RosterGroup;
};

/** Recipients by the student's name, one per chosen address, also missing ones, without hidden students. */
export const findRecipients = async (
  db: Db,
  context: Context,
  { lessonId, method, to, group: only }: Asked,
): Promise<Recipient[]> => {
  const contacts = await listContacts(db, lessonId, studentScope(context.actor));
  return contacts.flatMap((person) => {
    const group = groupOfKind(person.kind);
    if (only !== undefined && only !== group) return [];
    const targets = messageTargets(person, method, to);
    const getsOne = targets.some(({ address }) => address !== null);
    return targets.map((target) => ({
      student: { _id: person.id, name: person.name },
      group,
      address: target.address,
      address_of: target.of,
      why: target.address === null ? target.why : null,
      gets_other: target.address === null && getsOne,
    }));
  });
};

/** True if the recipient has a usable address. */
export const isReachable = (
  recipient: Recipient,
): recipient is Recipient & { address: string; address_of: 'student' | 'parent' } =>
  recipient.address !== null;
