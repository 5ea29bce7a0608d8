import {
  listFeedback,
  type Feedback,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { LessonLinks } from './feedback-card.tsx';
import { Stars } from './stars.tsx';

const teacherRatingList = defineList({
  operation: listFeedback,
  nouns: ['rating', 'ratings'],
  pageSize: 20,
  file: 'ratings.csv',
  empty: { none: 'No ratings yet' },
});

type Props = { teacherId: string; page: number; onPage: (page: number) => void };

/** Students' ratings of a tutor's or TA's lessons, latest first. */
export const TeacherRatings = ({ teacherId, page, onPage }: Props) => (
  <ListTab
    list={teacherRatingList}
    scope={{ filter: { teacher: teacherId } }}
    address={{ page }}
    onAddress={(address) => onPage(address.page ?? 1)}
    caption="Ratings"
    columns={columns}
  />
);

const nameOf = ({ created_by: { name, email } }: Feedback) => name || email || '–';

const columns: Column<Feedback>[] = [
  {
    key: 'created',
    header: 'Written',
    width: 110,
    figures: true,
    render: ({ created }) => <DayOf at={created} />,
  },
  {
    key: 'rating',
    header: 'Rating',
    width: 145,
    render: ({ rating }) => <Stars rating={rating} />,
  },
  {
    key: 'student',
    header: 'Student',
    width: 110,
    text: nameOf,
    render: (row) => <RecordLink to="student" id={row.created_by._id} name={nameOf(row)} />,
  },
  {
    key: 'lesson',
    header: 'Lesson',
    width: 205,
    lead: true,
    text: ({ feedback_target_object: lesson }) => `${lesson.class.name}, ${lessonLabel(lesson)}`,
    render: (row) => <LessonLinks feedback={row} />,
  },
  { key: 'content', header: 'Content', width: 235, text: ({ content }) => content },
];
