import type { LessonNumber } from 'staffroom-contract/domains/homework/material-folders.ts';
import type {
  MaterialOutcome,
  SimilarFolder,
} from 'staffroom-contract/domains/homework/material-names.rules.ts';
import type { MaterialUpload } from 'staffroom-contract/domains/homework/materials.contract.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { formatCount } from '../../../lib/formats.ts';
import type { Tone } from '../../../ui/status-chip.tsx';

export type When = 'plan' | 'done';

/** Labels of a file's result, planned and done. */
export const outcomeWords: Record<When, Record<MaterialOutcome, string>> = {
  plan: {
    attached: 'Will be attached',
    already_attached: 'There already',
    unmatched: 'Matches nothing',
    refused: 'Cannot be attached',
  },
  done: {
    attached: 'Attached',
    already_attached: 'Was there already',
    unmatched: 'Matched nothing',
    refused: 'Not attached',
  },
};

export const outcomeTones: Record<MaterialOutcome, Tone> = {
  attached: 'green',
  already_attached: 'grey',
  unmatched: 'orange',
  refused: 'red',
};

export const stateWords: Record<MaterialUpload['state'], string> = {
  running: 'Running',
  stopped: 'Stopped',
  done: 'Done',
  failed: 'Failed',
};

export const stateTones: Record<MaterialUpload['state'], Tone> = {
  running: 'blue',
  stopped: 'orange',
  done: 'green',
  failed: 'red',
};

/** "Primary 6, T1 L3". */
export const numberWords = (number: LessonNumber | null): string =>
  number ? `${formatLevel(number.level)}, T${number.term} L${number.index}` : '–';

/** "3 lessons, 1 homework": the places where the upload adds a file. */
export const placesWords = ({ attached, homework }: { attached: number; homework: number }) =>
  [
    ...(attached > 0 ? [formatCount(attached, 'lesson')] : []),
    ...(homework > 0 ? [`${homework.toLocaleString('en-SG')} homework`] : []),
  ].join(', ');

/** "to 2 lessons, in 3 places"; a place is one file on one lesson. */
const placesOf = (places: number, lessons: number | null) => {
  if (lessons === null) return `in ${formatCount(places, 'place')}`;
  const to = `to ${formatCount(lessons, 'lesson')}`;
  return places > lessons ? `${to}, in ${formatCount(places, 'place')}` : to;
};

/** Hint about a folder whose name is similar to an expected one. */
export const similarWords = ({ name, meant }: SimilarFolder): string =>
  `The folder “${name}” is not read. Rename it to “${meant}” if its files belong there.`;

/**
 * "12 files were attached to 10 lessons, in 30 places, and 4 homework were created. 1 file matched nothing." A plan
 * says what would be done.
 */
export const summaryWords = (
  { files, attached, homework, outcomes, lessons }: MaterialUpload['done'],
  when: When,
): string => {
  if (files === 0) return when === 'plan' ? 'The folder has no files.' : '';
  const isPlan = when === 'plan';
  const was = (count: number) => (count === 1 ? 'was' : 'were');
  const is = (count: number) => (count === 1 ? 'is' : 'are');
  const done = (count: number) => (isPlan ? 'would be' : was(count));
  const matches = (count: number) => (isPlan ? (count === 1 ? 'matches' : 'match') : 'matched');
  const some = (count: number, words: string) => (count > 0 ? [words] : []);
  const { attached: added, already_attached: there, unmatched, refused } = outcomes;
  const sentences = [
    ...some(
      attached + homework,
      `${formatCount(added, 'file')} ${done(added)} attached ${placesOf(attached, lessons)}, and ${formatCount(homework, 'homework', 'homework')} ${done(homework)} created.`,
    ),
    ...some(
      there,
      `${formatCount(there, 'file')} ${isPlan ? is(there) : was(there)} there already.`,
    ),
    ...some(unmatched, `${formatCount(unmatched, 'file')} ${matches(unmatched)} nothing.`),
    ...some(
      refused,
      `${formatCount(refused, 'file')} ${isPlan ? 'cannot be' : 'could not be'} attached.`,
    ),
  ];
  return sentences.join(' ');
};
