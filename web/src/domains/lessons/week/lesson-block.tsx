import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { TimeRange } from '../../../ui/moment.tsx';
import type { useDrag } from './use-drag.ts';
import { drawnArea, type Block, type Hours } from './week-layout.ts';
import { lessonLabel } from '../lesson-words.ts';
import styles from './week.module.css';

type Props = {
  block: Block<LessonSummary>;
  hours: Hours;
  tabStop: string | undefined;
  moved: string | undefined;
  onFocus: (id: string) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent, id: string) => void;
  drag: ReturnType<typeof useDrag> | null;
};

/** A lesson at its time; leads to its page. */
export const LessonBlock = (props: Props) => {
  const { block, hours, tabStop, moved, onFocus, onBlur, onKeyDown, drag } = props;
  const { lesson } = block;
  return (
    <li className={styles.block} style={drawnArea(block, hours)}>
      <Link
        to="/course/$classId/lesson/$lessonId"
        params={{ classId: lesson.class, lessonId: lesson._id }}
        className={styles.lesson}
        data-lesson={lesson._id}
        data-inactive={!lesson.is_active || undefined}
        data-moved={moved === lesson._id || undefined}
        data-movable={drag ? true : undefined}
        draggable={false}
        tabIndex={tabStop === lesson._id ? 0 : -1}
        onFocus={() => onFocus(lesson._id)}
        onBlur={onBlur}
        onKeyDown={(event) => onKeyDown(event, lesson._id)}
        onPointerDown={(event) => drag?.onPointerDown(event, lesson)}
        onPointerMove={drag?.onPointerMove}
        onPointerUp={drag?.onPointerUp}
        onPointerCancel={drag?.onPointerCancel}
        onClick={drag?.onClick}
      >
        <span className={styles.name}>{lessonLabel(lesson)}</span>
        <span className={styles.class}>{lesson.class_obj.name}</span>
        <span>
          <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
        </span>
        <span className={styles.seats}>
          {lesson.seats} of {lesson.max_cap}
          {!lesson.is_active && <span className={styles.inactive}>Inactive</span>}
        </span>
      </Link>
    </li>
  );
};
