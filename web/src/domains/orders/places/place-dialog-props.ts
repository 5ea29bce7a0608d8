import type {
  LessonSummary,
  RosterPlace,
} from '@staffroom/contract/domains/lessons/lessons.contract.ts';

/** The lesson on which the student stands. */
type PlaceLesson = Pick<LessonSummary, '_id' | 'name' | 'meta' | 'class'>;

export type PlaceDialogProps = {
  lesson: PlaceLesson;
  /** Whose place the dialog is about; null while it is closed. */
  place: RosterPlace | null;
  onClose: () => void;
};

export type PlaceFormProps = {
  lesson: PlaceLesson;
  place: RosterPlace;
  opened: boolean;
  onClose: () => void;
};
