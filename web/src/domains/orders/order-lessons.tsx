import { inColumns } from '@staffroom/contract/domains/orders/orders.rules.ts';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './order-card.module.css';
import { lessonCode, lessonTopic } from '../lessons/lesson-words.ts';

export type OrderLesson = Order['detail']['lessonList'][number];

/** The lessons in 3 columns, filled downwards (part 2 §9); one opens the lesson's students. */
export const OrderLessons = ({
  lessons,
  onLesson,
}: {
  lessons: readonly OrderLesson[];
  onLesson: (lesson: OrderLesson) => void;
}) => {
  const { shortDay } = useFormats();
  return (
    <div className={styles.lessons}>
      {inColumns(lessons).map((column, index) =>
        column.length === 0 ? (
          <span key={index} />
        ) : (
          <ul key={index} className={styles.lessonColumn}>
            {column.map((lesson) => (
              <li key={lesson._id}>
                <button
                  type="button"
                  className={styles.lesson}
                  title={lesson.name}
                  onClick={() => onLesson(lesson)}
                >
                  <span className={styles.lessonCode}>{lessonCode(lesson)}</span>{' '}
                  <span className={styles.lessonName}>{lessonTopic(lesson)}</span>{' '}
                  <span className={styles.lessonDay}>{shortDay(lesson.scheduled_on)}</span>
                </button>
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
};
