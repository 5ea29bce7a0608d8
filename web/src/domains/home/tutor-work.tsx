import { Link } from '@tanstack/react-router';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { DayOf } from '../../ui/moment.tsx';
import { Stars } from '../feedback/stars.tsx';
import { handedInWords } from '../homework/homework-words.ts';
import { HomeworkDate, SubmissionMeter } from '../homework/homework-parts.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { Home } from './home.api.ts';
import { HomePart } from './home-part.tsx';
import styles from './home-lists.module.css';

type Tutor = NonNullable<Home['tutor']>;

/** What students handed in and nobody has marked, the first to be returned first. */
export const HomeworkToMark = ({ homework }: { homework: Tutor['homework'] }) => {
  const more = homework.count - homework.data.length;
  return (
    <HomePart title="Homework to mark" count={homework.to_mark}>
      <table className={styles.homework}>
        <caption className={styles.hidden}>Homework to mark</caption>
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
                  className={styles.strong}
                  opensRow
                />
              </td>
              <td title={each.class.name}>{each.class.name}</td>
              <td>
                <HomeworkDate homework={each} of="return" />
              </td>
              <td>
                <span className={styles.handedIn}>
                  <SubmissionMeter stat={each.stat} />
                  <span title={handedInWords(each.stat)}>
                    {each.stat.assigned - each.stat.pending} of {each.stat.assigned}
                  </span>
                </span>
              </td>
              <td>{each.stat.submitted + each.stat.resubmitted}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p
          className={styles.rest}
        >{`and ${formatCount(more, 'more homework', 'more homework')}`}</p>
      )}
    </HomePart>
  );
};

/** What students said of a Tutor's classes in the last days. */
export const NewFeedback = ({ feedback }: { feedback: Tutor['feedback'] }) => (
  <HomePart
    title="New feedback"
    count={feedback.count}
    about={<Link to="/feedback">Feedback</Link>}
  >
    <ul className={styles.rows}>
      {feedback.data.map((each) => (
        <li key={each._id} className={styles.feedback}>
          <div>
            <strong className={styles.strong}>{each.created_by.name || '–'}</strong>
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
