import { addDays } from 'staffroom-contract/shared/dates.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { DayOf } from '../../ui/moment.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Stars } from '../feedback/stars.tsx';
import { handedInWords } from '../homework/homework-words.ts';
import { HomeworkDate, SubmissionMeter } from '../homework/homework-parts.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { Home } from './home.api.ts';
import { homeworkToMark, newFeedback, studentsOfHomework } from './day-rows.ts';
import { HomePart, MoreRows } from './home-part.tsx';
import lists from './home-lists.module.css';
import styles from './tutor-work.module.css';

type Tutor = NonNullable<Home['tutor']>;

/** Homework with unmarked submissions, first to return first. */
export const HomeworkToMark = ({ homework }: { homework: Tutor['homework'] }) => {
  const more = homework.count - homework.data.length;
  const isNarrow = useNarrow();
  return (
    <HomePart
      title="Homework to mark"
      count={homework.count}
      rows={homeworkToMark}
      about={<RowsLink {...homeworkToMark}>Homework</RowsLink>}
    >
      <table className={styles.homework}>
        <caption className={lists.hidden}>Homework to mark</caption>
        <thead>
          <tr>
            <th scope="col">Homework</th>
            <th scope="col">Class</th>
            <th scope="col">Return</th>
            <th scope="col">Handed in</th>
            <th scope="col">To mark</th>
          </tr>
        </thead>
        <tbody>
          {homework.data.map((each) => (
            <tr key={each._id} data-row tabIndex={-1}>
              <td title={each.name}>
                <RecordLink
                  to="homework"
                  id={each._id}
                  lessonId={each.lesson._id}
                  classId={each.class._id}
                  name={each.name}
                  className={lists.strong}
                  opensRow
                />
              </td>
              <td title={each.class.name}>{each.class.name}</td>
              <td>
                <HomeworkDate homework={each} of="return" short={isNarrow} />
              </td>
              <td>
                <span className={styles.handedIn}>
                  <SubmissionMeter stat={each.stat} />
                  <RowsLink
                    {...studentsOfHomework(each._id, 'handed-in')}
                    label={`${handedInWords(each.stat)} of ${each.name}`}
                  >
                    {each.stat.assigned - each.stat.pending} of {each.stat.assigned}
                  </RowsLink>
                </span>
              </td>
              <td>
                <RowsLink
                  {...studentsOfHomework(each._id, 'to-mark')}
                  label={`${each.stat.submitted + each.stat.resubmitted} to mark of ${each.name}`}
                >
                  {each.stat.submitted + each.stat.resubmitted}
                </RowsLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <MoreRows rows={homeworkToMark}>
          {formatCount(more, 'more homework', 'more homework')}
        </MoreRows>
      )}
    </HomePart>
  );
};

/** Feedback on a Tutor's classes in the last seven days. */
export const NewFeedback = ({ feedback }: { feedback: Tutor['feedback'] }) => {
  const today = useToday();
  const rows = newFeedback(addDays(today, -7), today);
  return (
    <HomePart
      title="New feedback"
      count={feedback.count}
      rows={rows}
      about={<RowsLink {...rows}>Feedback</RowsLink>}
    >
      <ul className={lists.rows}>
        {feedback.data.map((each) => (
          <li key={each._id} className={styles.feedback}>
            <div>
              <strong className={lists.strong}>{each.created_by.name || '–'}</strong>
              <span>
                {each.feedback_target_object.class.name}, {lessonLabel(each.feedback_target_object)}
              </span>
              <Stars rating={each.rating} />
              <span>
                <DayOf at={each.created} />
              </span>
            </div>
            {each.content && <p>{each.content}</p>}
          </li>
        ))}
      </ul>
    </HomePart>
  );
};
