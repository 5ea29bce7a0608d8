import type { ChangeFields } from '../../kit/record/change-lines.ts';
import type { ActWords } from '../../kit/record/record-changes.tsx';

/** What is done to a lesson besides creating and changing it. */
export const lessonChangeActs: ActWords = {
  studentsAdded: { words: 'Students added', tone: 'green' },
  studentMoved: { words: 'Student moved', tone: 'blue' },
  studentRemoved: { words: 'Student removed', tone: 'grey' },
};

/** What the lesson's form does not have, or has as one with something else: its two ends move apart. */
const fields: ChangeFields = {
  class_obj: { label: 'Class' },
  max_cap: { label: 'Seats' },
  scheduled_on: { label: 'Start' },
  ended_on: { label: 'End' },
  student: { label: 'Payment' },
  trial_student: { label: 'Trial' },
  video_student: { label: 'Video' },
  to_lesson: { label: 'To' },
  from_lesson: { label: 'From' },
};

/** Of many students added `student` is the kind of the place, else it is who was moved or taken off. */
export const lessonChangeFields = (act: string): ChangeFields =>
  act === 'studentMoved' || act === 'studentRemoved'
    ? { ...fields, student: { label: 'Student' } }
    : fields;
