import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { OrderLessonChoice } from '@staffroom/contract/domains/orders/orders.contract.ts';
import type { OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { quickPicks, remainingLessons, tileGroups } from './lesson-choice.ts';
import styles from './lesson-picker.module.css';
import { LessonTiles } from './lesson-tiles.tsx';

type Lesson = OrderLessonChoice;

type Props = {
  lessons: readonly Lesson[];
  chosen: readonly Lesson[];
  type: OrderType;
  onChange: (lessons: readonly Lesson[]) => void;
};

/** The class's lessons as tiles: choosing two takes every lesson between them (part 2 §5). */
export const LessonPicker = ({ lessons, chosen, type, onChange }: Props) => {
  const narrow = useNarrow();
  const [showsEarlier, setShowsEarlier] = useState(false);
  const [now] = useState(() => Temporal.Now.instant().toString());
  const remaining = useMemo(() => new Set(remainingLessons(lessons, now)), [lessons, now]);
  // Earlier lessons that the dates take in must be seen, asked for or not.
  const isVisible = (lesson: Lesson) =>
    showsEarlier || remaining.has(lesson) || chosen.includes(lesson);
  const visible = lessons.filter(isVisible);
  const groups = tileGroups(
    visible,
    narrow ? { columns: 3, byTerm: false } : { columns: 5, byTerm: true },
  );

  return (
    <section className={styles.panel} aria-label="Lessons">
      <header className={styles.head} role="presentation">
        <h3 className={styles.heading}>
          Lessons <ChosenWords chosen={chosen} />
        </h3>
        <div className={styles.picks}>
          {quickPicks(lessons, type, now).map((pick) => (
            <Button
              key={pick.label}
              variant="subtle"
              size="xs"
              disabled={pick.lessons.length === 0}
              onClick={() => onChange(pick.lessons)}
            >
              {pick.label}
            </Button>
          ))}
          <Button
            variant="subtle"
            size="xs"
            disabled={chosen.length === 0}
            onClick={() => onChange([])}
          >
            Clear
          </Button>
        </div>
      </header>
      <div className={styles.body}>
        {!showsEarlier && visible.length < lessons.length && (
          <Button
            className={styles.earlier ?? ''}
            variant="subtle"
            size="xs"
            onClick={() => setShowsEarlier(true)}
          >
            Show earlier lessons
          </Button>
        )}
        <LessonTiles {...{ lessons, chosen, type, onChange, groups, narrow }} />
        <p className={styles.help}>
          <span>Choosing two lessons takes every lesson between them.</span>
          <span className={styles.keys} aria-hidden="true">
            <KeyHint keys="Shift" /> <KeyHint keys="→" /> extend <KeyHint keys="Space" /> start here
          </span>
        </p>
      </div>
    </section>
  );
};

const ChosenWords = ({ chosen }: { chosen: readonly Lesson[] }) => {
  const { shortDay } = useFormats();
  const [first] = chosen;
  const last = chosen.at(-1);
  return (
    <span className={styles.chosen} aria-live="polite">
      <strong>{chosen.length}</strong> chosen
      {first && `, ${shortDay(first.scheduled_on)}`}
      {last && last !== first && ` – ${shortDay(last.scheduled_on)}`}
    </span>
  );
};
