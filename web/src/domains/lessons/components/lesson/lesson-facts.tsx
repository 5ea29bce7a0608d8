import { VisuallyHidden } from '@mantine/core';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { RecordLinks } from '../../../../kit/record/record-link.tsx';
import { formatLongDay } from '../../../../lib/formats.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { useFormats } from '../../../../lib/use-formats.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { RichTextView } from '../../../../ui/rich-text/rich-text-view.tsx';
import { LessonCapacity } from './lesson-capacity.tsx';
import styles from './lesson-page.module.css';

/** When and where a lesson is, who teaches it, how full it is, what it is about (picture 06). */
export const LessonFacts = ({ lesson }: { lesson: Lesson }) => (
  <Panel label="Details">
    <VisuallyHidden component="h2">Details</VisuallyHidden>
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt>Time</dt>
        <Times lesson={lesson} />
      </div>
      <div className={styles.fact}>
        <dt>Hosting platform</dt>
        <dd className={styles.strong}>{lesson.hosting_platform}</dd>
        <dd>{lesson.hosting_type}</dd>
      </div>
      <div className={styles.fact}>
        <dt>Tutors</dt>
        <dd className={styles.strong}>
          <RecordLinks to="tutor" records={lesson.tutor} />
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>TAs</dt>
        <dd className={styles.strong}>
          <RecordLinks to="tutor" records={lesson.ta} />
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>Capacity</dt>
        <LessonCapacity lesson={lesson} />
      </div>
    </dl>
    {lesson.desc !== '' && (
      <section className={styles.description} aria-label="Description">
        <RichTextView html={lesson.desc} />
      </section>
    )}
  </Panel>
);

/** The day, and the time with the zone it is told in; a lesson past midnight says the day it ends on. */
const Times = ({ lesson }: { lesson: Lesson }) => {
  const { business_time_zone: zone } = useSettings();
  const { time, dateTime } = useFormats();
  const day = businessDayOf(lesson.scheduled_on, zone);
  const endsSameDay = businessDayOf(lesson.ended_on, zone) === day;
  return (
    <>
      <dd className={styles.strong}>
        <time dateTime={day}>{formatLongDay(day)}</time>
      </dd>
      <dd>
        <time dateTime={lesson.scheduled_on}>{time(lesson.scheduled_on)}</time>
        {' – '}
        <time dateTime={lesson.ended_on}>
          {endsSameDay ? time(lesson.ended_on) : dateTime(lesson.ended_on)}
        </time>
        , {zone}
      </dd>
    </>
  );
};
