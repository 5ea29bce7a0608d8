import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { Meter } from '../../../../ui/meter.tsx';
import { Dot } from '../../../../ui/status-chip.tsx';
import { seatsOf } from '../../lesson-page.ts';
import styles from './lesson-page.module.css';

/** How many of the seats are taken, and by whom: "18 of 20". Video places take none. */
export const LessonCapacity = ({ lesson }: { lesson: Lesson }) => {
  const { counts, max_cap: cap } = lesson;
  const { taken, free, over } = seatsOf(lesson);
  const words = `${taken} of ${cap}`;
  return (
    <>
      <dd className={styles.strong}>{words}</dd>
      <dd className={styles.capacity}>
        <Meter
          label={`${words} seats taken`}
          height={8}
          total={Math.max(cap, taken)}
          parts={[
            { value: counts.student, tone: 'accent' },
            { value: counts.trial_student, tone: 'cyan' },
          ]}
        />
        <span className={styles.legend}>
          <span>
            <Dot tone="blue" /> {counts.student} paying
          </span>
          <span>
            <Dot tone="cyan" /> {counts.trial_student} trial
          </span>
          <span>{over > 0 ? `${over} too many` : `${free} free`}</span>
        </span>
      </dd>
    </>
  );
};
