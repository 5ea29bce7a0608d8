import type {
  LessonSummary,
  RosterPlace,
} from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { lessonCode, lessonTopic } from '../../lessons/lesson-words.ts';
import { formatCount } from '../../../lib/formats.ts';

type PlaceLesson = Pick<LessonSummary, '_id' | 'name' | 'meta' | 'class'>;

export type PlaceDialogProps = {
  lesson: PlaceLesson;
  /** The place that the dialog is about; null while it is closed. */
  open: RosterPlace | null;
  onClose: () => void;
};

export type PlaceFormProps = {
  lesson: PlaceLesson;
  place: RosterPlace;
  opened: boolean;
  onClose: () => void;
};

/** A student's name in sentences. */
export const whoOf = ({ student }: Pick<RosterPlace, 'student'>) => student.name || student.email;

/** The orders of a place, by id and day, without duplicates. */
export const ordersOf = ({ sources }: Pick<RosterPlace, 'sources'>) =>
  sources.flatMap(({ order, created }) => (order === null ? [] : [{ id: order, created }]));

/** Effects of removing a student from a lesson, one sentence per source of the place. */
export const removalFacts = (
  { sources }: Pick<RosterPlace, 'sources'>,
  dayOf: (instant: string) => string,
): string[] =>
  sources.map(({ order, added_by: by, created }) =>
    order === null
      ? `The place added by hand by ${by || '–'} ends.`
      : `The order of ${dayOf(created)} no longer includes this lesson; its price stays.`,
  );

/** The result of an action with the number of changed orders: "Moved to T2 L6; 1 order changed". */
export const resultWords = (done: string, orders: readonly string[]) =>
  orders.length === 0 ? done : `${done}; ${formatCount(orders.length, 'order')} changed`;

/** "T2 L6 Surds": a lesson's name in sentences. */
export const lessonWords = (lesson: Pick<LessonSummary, 'name' | 'meta'>) =>
  `${lessonCode(lesson)} ${lessonTopic(lesson)}`;
