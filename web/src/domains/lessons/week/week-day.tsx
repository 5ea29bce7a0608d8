import { useEffect, useId, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { formatCount, formatDayOfWeek } from '../../../lib/formats.ts';
import { useToday } from '../../../lib/settings.ts';
import { TimeRange } from '../../../ui/moment.tsx';
import { Tag } from '../../../ui/status-chip.tsx';
import { LessonBlock } from './lesson-block.tsx';
import type { useDrag } from './use-drag.ts';
import { drawnArea, lanesOf, minutesOfHour, type Block, type Hours } from './week-layout.ts';
import type { Preview } from './week-preview.ts';
import styles from './week.module.css';

type Props = {
  day: string;
  blocks: readonly Block<LessonSummary>[];
  hours: Hours;
  /** The lesson to which Tab leads. */
  tabStop: string | undefined;
  /** The lesson that is being moved. */
  moved: string | undefined;
  preview: Preview | null;
  onFocus: (id: string) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent, id: string) => void;
  /** null for those who only look. */
  drag: ReturnType<typeof useDrag> | null;
};

/** A day: its name and number of lessons, and the lessons by hour. */
export const WeekDay = (props: Props) => {
  const { day, blocks, hours, preview } = props;
  const id = useId();
  const isToday = useToday() === day;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isToday) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isToday]);
  const size = {
    '--hours': (hours.to - hours.from) / minutesOfHour,
    '--lanes': lanesOf(blocks),
  } as CSSProperties;
  return (
    <section ref={box} className={styles.day} style={size} aria-labelledby={id}>
      <div className={styles.dayHead} data-today={isToday || undefined}>
        <div className={styles.dayLine}>
          <h3 id={id} className={styles.dayName} aria-current={isToday ? 'date' : undefined}>
            {formatDayOfWeek(day)}
          </h3>
          {isToday && <Tag accent>Today</Tag>}
        </div>
        <span className={styles.dayCount}>{formatCount(blocks.length, 'lesson')}</span>
      </div>
      <ol className={styles.lessons} data-week-day={day}>
        {blocks.map((block) => (
          <LessonBlock key={block.lesson._id} block={block} {...props} />
        ))}
        {preview && (
          <li
            key={`preview ${preview.scheduled_on}`}
            // The pointer is where it is looked at; keys may lead out of view.
            ref={preview.by === 'keys' ? intoView : undefined}
            className={styles.preview}
            style={drawnArea({ ...preview, lane: 0, lanes: 1 }, hours)}
            aria-hidden="true"
          >
            <TimeRange from={preview.scheduled_on} to={preview.ended_on} />
          </li>
        )}
      </ol>
    </section>
  );
};

const intoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
