import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatClock } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import { useDrag } from './use-drag.ts';
import type { MovingState } from './use-moving.ts';
import { WeekDay } from './week-day.tsx';
import { hoursOf, layOutWeek, minutesOfHour, type Hours } from './week-layout.ts';
import { neighbourOf } from './week-moves.ts';
import type { WeekLessons } from './week-layout.ts';
import { previewOf } from './week-preview.ts';
import styles from './week.module.css';

type Props = {
  lessons: WeekLessons;
  /** The days that are shown. */
  days: readonly string[];
  moving: MovingState;
};

/** The days with their lessons, hours downwards. Arrow keys go from lesson to lesson; managers move them. */
export const WeekGrid = ({ lessons, days, moving: state }: Props) => {
  const { business_time_zone: timeZone } = useSettings();
  const canMove = useCan('lesson.canManage');
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const byDay = layOutWeek(lessons, days, timeZone);
  const blocks = [...byDay.values()].flat();
  const preview = state.moving && previewOf(state.moving, timeZone);
  const hours = hoursOf([...blocks, ...(preview ? [preview] : [])]);
  const drag = useDrag(hours, state);
  const focus = (id: string) =>
    grid.current?.querySelector<HTMLElement>(`[data-lesson="${id}"]`)?.focus();
  const tabStop = blocks.find(({ lesson }) => lesson._id === current) ?? blocks[0];

  useShortcut(
    'm',
    'Move the lesson with the arrow keys',
    () => {
      const focused = document.activeElement;
      const id = focused instanceof HTMLElement ? focused.dataset.lesson : undefined;
      const block = blocks.find(({ lesson }) => lesson._id === id);
      if (block) state.start(block.lesson, 'keys');
    },
    { enabled: canMove },
  );
  useEffect(() => {
    // A lesson that was moved to another day is another element there.
    if (current && document.activeElement === document.body)
      grid.current?.querySelector<HTMLElement>(`[data-lesson="${current}"]`)?.focus();
  }, [lessons, current]);

  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.key === 'Escape' && state.moving) {
      drag.letGo();
    } else if (state.moving) {
      // Nothing else acts meanwhile; Tab leaves, and cancels.
      if (event.key === 'Tab') return;
      if (event.key === 'Enter') void state.drop();
      else state.step(event.key);
    } else {
      const next = neighbourOf(blocks, id, event.key);
      if (next === undefined) return;
      focus(next);
    }
    event.preventDefault();
  };

  return (
    <div ref={grid} className={styles.week}>
      <HourNames hours={hours} />
      {days.map((day) => (
        <WeekDay
          key={day}
          day={day}
          blocks={byDay.get(day) ?? []}
          hours={hours}
          tabStop={tabStop?.lesson._id}
          moved={state.moving?.lesson._id}
          preview={preview?.day === day ? preview : null}
          onFocus={setCurrent}
          onBlur={() => {
            if (state.moving?.by === 'keys') state.cancel();
          }}
          onKeyDown={onKeyDown}
          drag={canMove ? drag : null}
        />
      ))}
    </div>
  );
};

const HourNames = ({ hours }: { hours: Hours }) => {
  const count = (hours.to - hours.from) / minutesOfHour;
  const first = hours.from / minutesOfHour;
  return (
    <div className={styles.hours} aria-hidden="true">
      <div className={styles.corner} />
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles.hour}>
          {formatClock(`${String((first + index) % 24).padStart(2, '0')}:00`)}
        </span>
      ))}
    </div>
  );
};
