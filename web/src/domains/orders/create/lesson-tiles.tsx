import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { OrderLessonChoice } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { lessonRange, type OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { choose, tileAfterKey, type TileGroup } from './lesson-choice.ts';
import styles from './lesson-picker.module.css';
import { LessonTile } from './lesson-tile.tsx';

type Lesson = OrderLessonChoice;

type Props = {
  /** All lessons of the class: what a range runs through, shown or not. */
  lessons: readonly Lesson[];
  chosen: readonly Lesson[];
  type: OrderType;
  onChange: (lessons: readonly Lesson[]) => void;
  groups: readonly TileGroup<Lesson>[];
  narrow: boolean;
};

/** The tiles and their keys: arrows move, Space starts, Shift+Arrow extends (design note). */
export const LessonTiles = ({ lessons, chosen, type, onChange, groups, narrow }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const [focusId, setFocusId] = useState<string | null>(null);
  /** Where Shift+Arrow extends from. */
  const [anchor, setAnchor] = useState<string | null>(null);
  const rows = groups.flatMap((group) => group.rows);
  const visible = rows.flat();
  const reachable = visible.find((lesson) => lesson._id === focusId) ?? chosen[0] ?? visible[0];

  const start = (id: string) => {
    setAnchor(id);
    onChange(lessonRange(lessons, id, id));
  };
  const extendTo = (id: string, from: string) => {
    setAnchor(from);
    onChange(lessonRange(lessons, from, id));
  };
  const click = (event: MouseEvent, id: string) => {
    if (event.shiftKey && anchor) {
      extendTo(id, anchor);
      return;
    }
    const next = choose(lessons, chosen, id);
    if (next.length === 1) setAnchor(id);
    onChange(next);
  };
  const pressKey = (event: KeyboardEvent<HTMLButtonElement>, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') {
      event.preventDefault();
      start(id);
      return;
    }
    const next = tileAfterKey(rows, id, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (event.shiftKey) extendTo(next, anchor ?? id);
    box.current?.querySelector<HTMLElement>(`[data-lesson="${next}"]`)?.focus();
  };
  const placeOf = (lesson: Lesson) => {
    if (!chosen.includes(lesson)) return undefined;
    return lesson === chosen[0] || lesson === chosen.at(-1) ? 'end' : 'between';
  };

  if (visible.length === 0) return <p className={styles.none}>No lessons still to come.</p>;
  return (
    <div ref={box} className={styles.groups} data-narrow={narrow || undefined}>
      {groups.map((group, index) => (
        <div key={group.term ?? `row${index}`} className={styles.group}>
          {group.term !== null && <span className={styles.term}>Term {group.term}</span>}
          <div
            className={styles.rows}
            role="group"
            aria-label={group.term === null ? 'All lessons' : `Term ${group.term}`}
          >
            {group.rows.map((row) => (
              <div key={row[0]?._id} className={styles.row}>
                {row.map((lesson) => (
                  <div
                    key={lesson._id}
                    className={styles.cell}
                    data-chosen={placeOf(lesson) !== undefined || undefined}
                  >
                    <LessonTile
                      lesson={lesson}
                      type={type}
                      narrow={narrow}
                      place={placeOf(lesson)}
                      reachable={lesson === reachable}
                      onFocus={() => setFocusId(lesson._id)}
                      onKeyDown={(event) => pressKey(event, lesson._id)}
                      onChoose={(event) => click(event, lesson._id)}
                    />
                  </div>
                ))}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
};
