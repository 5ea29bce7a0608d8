import {
  coverPhoto,
  createLiveSession,
  updateLiveSession,
} from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import {
  sessionLevels,
  sessionSubjects,
} from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import {
  coverTypes,
  hasKeyword,
  longestDuration,
  longestKeyword,
  repeatedMessage,
  usualDuration,
} from 'staffroom-contract/domains/live-sessions/live-sessions.rules.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { cleanText } from 'staffroom-contract/shared/text.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field, valueAt } from '../../kit/form/field-kind.ts';
import {
  choice,
  dayTime,
  flag,
  longText,
  named,
  setting,
  text,
  wholeNumber,
} from '../../kit/form/field.ts';
import { picture } from '../../kit/form/picture.ts';
import { numberProblem, readNumber, type NumberValue } from '../../kit/form/typed-number.ts';
import { audienceWords } from './live-session-words.ts';

/** The keywords, and the one being typed. */
export type Keywords = { words: readonly string[]; typed: string };

/** The keywords including the typed one, so that leaving the field loses nothing. */
const wholeKeywords = ({ words, typed }: Keywords) => {
  const word = cleanText(typed);
  return word === '' ? [...words] : [...words, word];
};

const typedProblem = ({ words, typed }: Keywords) => {
  const word = cleanText(typed);
  if (word.length > longestKeyword) return `At most ${longestKeyword} characters`;
  return word !== '' && hasKeyword(words, word) ? repeatedMessage(word) : undefined;
};

/** The keywords after Enter; unchanged if the typed text is not a valid new keyword. */
export const withTyped = (keywords: Keywords): Keywords =>
  typedProblem(keywords) === undefined
    ? { words: wholeKeywords(keywords), typed: '' }
    : { ...keywords };

export type Series = { name: string; order: NumberValue };

/** The form of a live sharing session (part 2 §5, Live session save). */
export const liveSessionForm = defineForm({
  noun: 'TLS session',
  create: createLiveSession,
  update: updateLiveSession,
  refreshes: ['live-sessions'],
  whole: ['meta'],
  fields: {
    name: text({ label: 'Name', required: true, maxLength: 200 }),
    desc: longText({ label: 'Description', required: true, maxLength: 5000 }),
    level: choice(
      sessionLevels.map((value) => ({ value, label: formatLevel(value) })),
      { label: 'Level', at: 'meta.level', required: true },
    ),
    subject: choice(sessionSubjects, { label: 'Subject', at: 'meta.subject', required: true }),
    keywords: field<Keywords>({
      label: 'Keywords',
      at: 'meta.keywords',
      initial: { words: [], typed: '' },
      read: (record, [at = '']) => ({
        words: (valueAt(record, at) as string[] | undefined) ?? [],
        typed: '',
      }),
      write: (keywords, [at = '']) => ({ [at]: wholeKeywords(keywords) }),
      isEmpty: (keywords) => wholeKeywords(keywords).length === 0,
      problem: typedProblem,
      words: (keywords) => wholeKeywords(keywords).join(', '),
    }),
    series: field<Series>({
      label: 'Series',
      at: 'meta.series',
      initial: { name: '', order: '' },
      read: (record, [at = '']) =>
        (valueAt(record, at) as Series | null | undefined) ?? { name: '', order: '' },
      // Series name and episode are sent only if a series name is given (part 2 §5).
      write: ({ name, order }, [at = '']) => ({
        [at]: cleanText(name) === '' ? null : { name: cleanText(name), order: readNumber(order) },
      }),
      isEmpty: ({ name }) => cleanText(name) === '',
      missing: ({ name, order }) =>
        cleanText(name) !== '' && String(order).trim() === '' ? ['episode'] : [],
      problem: ({ name, order }) =>
        cleanText(name) === '' ? undefined : numberProblem(order, true),
      words: ({ name, order }) => (cleanText(name) === '' ? '' : `${name}, episode ${order}`),
    }),
    host: named({ label: 'Host', at: 'host_by', required: true }),
    start: dayTime({ label: 'Start', at: 'scheduled_on', required: true }),
    event_duration: wholeNumber({
      label: 'Duration in minutes',
      required: true,
      default: usualDuration,
      min: 1,
      max: longestDuration,
    }),
    target_audience: setting(
      [
        { value: 'student', label: audienceWords.student },
        { value: 'parent', label: audienceWords.parent },
      ],
      { label: 'Target audience', default: 'student' },
    ),
    is_listed: flag({ label: 'Listed', default: true }),
    is_public_viewable: flag({ label: 'Public' }),
    playback_url: text({ label: 'Playback url', maxLength: 2000 }),
    cover_photo: picture({
      label: 'Cover photo',
      required: true,
      types: coverTypes,
      kinds: 'JPEG, PNG or BMP',
      maxBytes: coverPhoto.maxBytes,
      tooLarge: coverPhoto.tooLarge,
    }),
  },
});
