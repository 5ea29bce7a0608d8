import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { OrderLessonChoice } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { isOwned } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { lessonCode, lessonTopic } from '../../lessons/lesson-words.ts';
import { isFull } from './consequences.ts';
import styles from './lesson-picker.module.css';

type Props = {
  lesson: OrderLessonChoice;
  type: OrderType;
  narrow: boolean;
  /** Where it stands in the chosen range; undefined outside. */
  place: 'end' | 'between' | undefined;
  /** The one tile that Tab reaches. */
  reachable: boolean;
  onChoose: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onFocus: () => void;
};

/** One lesson: its day, number and name, or that the student owns it, or that it is full. */
export const LessonTile = ({ lesson, narrow, place, reachable, type, ...events }: Props) => {
  const { weekday, shortDay } = useFormats();
  return (
    <button
      type="button"
      className={styles.tile}
      data-lesson={lesson._id}
      data-place={place}
      aria-pressed={place !== undefined}
      tabIndex={reachable ? 0 : -1}
      onClick={events.onChoose}
      onKeyDown={events.onKeyDown}
      onFocus={events.onFocus}
    >
      <span className={styles.tileHead}>
        <span className={styles.day}>
          {narrow ? shortDay(lesson.scheduled_on) : weekday(lesson.scheduled_on)}
        </span>{' '}
        <span className={styles.code}>{lessonCode(lesson)}</span>
      </span>{' '}
      <TileState lesson={lesson} type={type} narrow={narrow} />
    </button>
  );
};

const TileState = ({ lesson, type, narrow }: Pick<Props, 'lesson' | 'type' | 'narrow'>) => {
  if (isOwned(lesson.owned, type))
    return (
      <span className={styles.owned}>
        <IconCheck size={14} stroke={2} aria-hidden="true" />
        {narrow ? 'Owned' : 'Already owned'}
      </span>
    );
  if (isFull(lesson, type))
    return (
      <span className={styles.full}>
        {narrow
          ? `Full, ${lesson.seats}/${lesson.max_cap}`
          : `Full, ${lesson.seats} of ${lesson.max_cap}`}
      </span>
    );
  return <span className={styles.name}>{lessonTopic(lesson)}</span>;
};
