import type {
  LessonSummary,
  RosterPlace,
} from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { lessonCode, lessonTopic } from '../../lessons/lesson-words.ts';
import { formatCount } from '../../../lib/formats.ts';

/** The lesson on which the student stands. */
type PlaceLesson = Pick<LessonSummary, '_id' | 'name' | 'meta' | 'class'>;

export type PlaceDialogProps = {
  lesson: PlaceLesson;
  /** Whose place the dialog is about; null while it is closed. */
  open: RosterPlace | null;
  onClose: () => void;
};

export type PlaceFormProps = {
  lesson: PlaceLesson;
  place: RosterPlace;
  opened: boolean;
  onClose: () => void;
};

/** A student as sentences name one. */
export const whoOf = ({ student }: Pick<RosterPlace, 'student'>) => student.name || student.email;

/** The orders that give a place, by id and day, none twice. */
export const ordersOf = ({ sources }: Pick<RosterPlace, 'sources'>) =>
  sources.flatMap(({ order, created }) => (order === null ? [] : [{ id: order, created }]));

/** What taking a student off a lesson does to what gave the place, one sentence each. */
export const removalFacts = (
  { sources }: Pick<RosterPlace, 'sources'>,
  dayOf: (instant: string) => string,
): string[] =>
  sources.map(({ order, added_by: by, created }) =>
    order === null
      ? `The place added by hand by ${by || '–'} ends.`
      : `The order of ${dayOf(created)} no longer holds this lesson; its price stays.`,
  );

/** What an act did, with the orders that followed: "Moved to T2 L6; 1 order changed". */
export const resultWords = (done: string, orders: readonly string[]) =>
  orders.length === 0 ? done : `${done}; ${formatCount(orders.length, 'order')} changed`;

/** "T2 L6 Surds": a lesson as sentences name one. */
export const lessonWords = (lesson: Pick<LessonSummary, 'name' | 'meta'>) =>
  `${lessonCode(lesson)} ${lessonTopic(lesson)}`;
