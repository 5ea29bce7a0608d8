import { Box } from '@mantine/core';
import type { DayLesson } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { lessonLabel } from '../lesson-words.ts';
import { shortClassName } from '../subjects.ts';
import { LiveLessonLink } from './live-lesson-link.tsx';
import { rulerOf } from './ruler-layout.ts';
import styles from './hour-ruler.module.css';

type Props = {
  lessons: readonly DayLesson[];
  /** The current instant by the server's clock. */
  now: string;
  /** The business day shown. */
  day: string;
  /** Whether the lessons are loaded; the ruler's length depends on them. */
  isKnown: boolean;
};

const percent = (part: number) => `${100 * part}%`;

/** The day's lessons on a time axis (picture 13). Visual only: the list below has the same facts as text. */
export const HourRuler = ({ lessons, now, day, isKnown }: Props) => {
  const { business_time_zone: zone } = useSettings();
  const { time, timeRange } = useFormats();
  const { hours, bars, lanes, placeOf } = rulerOf(lessons, day, zone);
  const present = placeOf(now);
  if (!isKnown) return <Box className={styles.ruler} flex="none" h={124} px="xl" pt="sm" pb={0} />;
  return (
    <Box className={styles.ruler} flex="none" h={124} px="xl" pt="sm" pb={0} aria-hidden="true">
      <Box pos="relative" mih="100%" h={lanes * 22 + 26}>
        {hours.map(({ hour, left }) => (
          <span key={hour} className={styles.hour} style={{ left: percent(left) }}>
            {`${hour % 24}:00`}
          </span>
        ))}
        {bars.map(({ lesson, lane, left, width }) => (
          <span
            key={lesson._id}
            className={styles.bar}
            style={{ left: percent(left), width: percent(width), top: `${lane * 22 + 24}px` }}
            data-subject={lesson.class_obj.subject}
            data-past={!lesson.is_active || lessonStateAt(lesson, now) === 'ended' || undefined}
            title={`${timeRange(lesson.scheduled_on, lesson.ended_on)} ${lesson.class_obj.name}, ${lessonLabel(lesson)}`}
          >
            <LiveLessonLink
              lesson={lesson}
              name={shortClassName(lesson.class_obj.name)}
              tabIndex={-1}
            />
          </span>
        ))}
        {present !== undefined && (
          <span
            className={styles.now}
            style={{ left: percent(present) }}
            data-late={present > 0.9 || undefined}
          >
            <span>{time(now)}</span>
          </span>
        )}
      </Box>
    </Box>
  );
};
