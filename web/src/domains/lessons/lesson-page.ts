import { z } from 'zod';
import type { RosterPlace } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { kindOfGroup, type RosterGroup } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { instantSchema } from 'staffroom-contract/shared/dates.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';

export const rosterTabs = ['payment', 'trial', 'video'] as const;
export type RosterTab = (typeof rosterTabs)[number];
const lessonTabs = [
  ...rosterTabs,
  'homework',
  'material',
  'polls',
  'announcements',
  'changes',
] as const;
export type LessonTab = (typeof lessonTabs)[number];

/** URL search of a lesson's page; all optional, invalid values count as missing. */
export const lessonSearchSchema = z.object({
  /** Missing means the payment tab. */
  tab: optionalInAddress(z.enum(lessonTabs)),
  /** A student's name or e-mail. */
  search: optionalInAddress(textInAddress),
  page: optionalInAddress(z.int().min(1)),
  dialog: optionalInAddress(z.enum(['edit', 'add', 'announce'])),
  /** Old values of an edit to announce: start, end, and tutors if they changed. */
  was: optionalInAddress(instantSchema),
  until: optionalInAddress(instantSchema),
  tutors: optionalInAddress(textInAddress),
});

/** Each tab's label in the specification's terms, its kind of place, and its page size. */
export const tabFacts: Record<RosterTab, { label: string; group: RosterGroup; pageSize: number }> =
  {
    payment: { label: 'Payment', group: 'student', pageSize: 20 },
    trial: { label: 'Trial', group: 'trial_student', pageSize: 20 },
    video: { label: 'Video', group: 'video_student', pageSize: 20 },
  };

/** Places of a tab whose student's name or e-mail contains the term, ignoring case. */
export const placesOf = (
  places: readonly RosterPlace[],
  tab: RosterTab,
  term = '',
): RosterPlace[] => {
  const sought = term.trim().toLowerCase();
  return places.filter(
    ({ kind, student }) =>
      kind === kindOfGroup[tabFacts[tab].group] &&
      [student.name, student.email].some((text) => text.toLowerCase().includes(sought)),
  );
};

/** Number of students in a tab whose names this user may not see. */
export const unnamedOf = (
  roster: { data: readonly RosterPlace[]; unnamed: number },
  tab: RosterTab,
  counts: Lesson['counts'],
): number => {
  const hidden = counts[tabFacts[tab].group] - placesOf(roster.data, tab).length;
  return Math.max(0, Math.min(roster.unnamed, hidden));
};

/** Paying and trial students against max_cap; `over` counts those above it. */
export const seatsOf = ({ counts, max_cap }: Pick<Lesson, 'counts' | 'max_cap'>) => {
  const taken = counts.student + counts.trial_student;
  return { taken, free: Math.max(0, max_cap - taken), over: Math.max(0, taken - max_cap) };
};
