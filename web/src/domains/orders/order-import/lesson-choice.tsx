import { Checkbox, Loader, Group, Flex, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { memo, useEffect, useId, useRef } from 'react';
import { monthName } from 'staffroom-contract/domains/orders/order-import-dates.rules.ts';
import { formatDayOfWeek } from '../../../lib/formats.ts';
import { lessonCode, lessonTopic } from '../../lessons/lesson-words.ts';
import type { RowLesson } from './order-import-plan.ts';
import styles from './row-form.module.css';
import type { RowPlan } from './use-row-plan.ts';

type ChoiceProps = { plan: RowPlan; onChoose: (lessons: readonly string[]) => void };

/** The class's lessons as checkboxes, scrolled to the named month. */
export const LessonChoice = ({ plan, onChoose }: ChoiceProps) => {
  const id = useId();
  const { lessons, chosen, row, assessed } = plan;
  const isLoading = plan.assessing && lessons.length === 0;
  const wanted = row.wanted_lessons;
  const ids = chosen.map((lesson) => lesson._id);
  const { month } = assessed;
  const toggle = useCallbackRef((lesson: string, checked: boolean) =>
    onChoose(checked ? [...ids, lesson] : ids.filter((one) => one !== lesson)),
  );
  const list = useScrolledToMonth(lessons, month, `${row.row} ${lessons[0]?._id ?? ''}`);

  return (
    <div role="group" aria-labelledby={id}>
      <Group align="stretch" justify="space-between" mb="xs">
        <Text span className={styles.label} variant="label" c="secondary" id={id}>
          Lessons
        </Text>
        <Text
          span
          variant="meta"
          c={wanted === null || wanted === ids.length ? 'secondary' : 'warning'}
          aria-live="polite"
        >
          {ids.length} chosen{wanted === null ? '' : `, the file says ${wanted}`}
        </Text>
      </Group>
      <div className={styles.list} ref={list} aria-busy={isLoading}>
        {isLoading && (
          <Flex component="p" gap="sm" align="center" p="md" variant="meta" c="dimmed">
            <Loader size={14} /> Loading the lessons …
          </Flex>
        )}
        {!isLoading && lessons.length === 0 && (
          <Flex component="p" gap="sm" align="center" p="md" variant="meta" c="dimmed">
            {plan.tuitionClass
              ? 'This class has no active lessons.'
              : 'Choose a class to see its lessons.'}
          </Flex>
        )}
        {lessons.map((lesson) => {
          const note = noteOf(lesson, plan, month);
          return (
            <LessonLine
              key={lesson._id}
              lesson={lesson}
              note={note.text}
              warns={note.warns}
              checked={ids.includes(lesson._id)}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
};

type LineProps = {
  lesson: RowLesson;
  note: string;
  warns: boolean;
  checked: boolean;
  onToggle: (lesson: string, checked: boolean) => void;
};

const lineClasses = {
  body: styles.choice,
  input: styles.checkbox,
  labelWrapper: styles.labelWrapper,
  label: styles.lesson,
};

/** Memoised: a class may have a hundred lessons. */
const LessonLine = memo(({ lesson, note, warns, checked, onToggle }: LineProps) => (
  <div
    className={styles.line}
    data-checked={checked || undefined}
    data-month={lesson.day.slice(0, 7)}
  >
    <Checkbox
      checked={checked}
      disabled={lesson.owned}
      onChange={(event) => onToggle(lesson._id, event.currentTarget.checked)}
      classNames={lineClasses}
      label={
        <>
          <Text span inherit fw={550} c="bright">
            {formatDayOfWeek(lesson.day)}
          </Text>{' '}
          <span>{lessonCode(lesson)}</span>{' '}
          <span className={styles.name}>{lessonTopic(lesson)}</span>{' '}
          <span className={styles.note} data-warns={warns || undefined}>
            {note}
          </span>
        </>
      }
    />
  </div>
));

const noteOf = (lesson: RowLesson, plan: RowPlan, month: string | null) => {
  // After a lost answer, seats and ownership are outdated: the order may exist.
  const isKnown = !plan.row.isUnanswered;
  const capacity = plan.tuitionClass?.max_cap ?? Infinity;
  const { date_of_order: orderedOn } = plan.assessed;
  if (isKnown && lesson.owned) return { text: 'already has it', warns: false };
  if (isKnown && plan.row.type !== 'PAYMENT_VIDEO' && lesson.seats >= capacity)
    return { text: `full, ${lesson.seats} of ${capacity}`, warns: true };
  if (orderedOn && lesson.day < orderedOn) return { text: 'before the order date', warns: false };
  return {
    text: month && !lesson.day.startsWith(month) ? monthName(lesson.day.slice(0, 7)) : '',
    warns: false,
  };
};

/** Scrolls the list to the named month when the row or its class changes, but never while the user chooses. */
const useScrolledToMonth = (lessons: readonly RowLesson[], month: string | null, about: string) => {
  const list = useRef<HTMLDivElement>(null);
  const first = lessons.find((lesson) => month !== null && lesson.day >= month)?.day.slice(0, 7);
  useEffect(() => {
    const box = list.current;
    const line = first && box?.querySelector<HTMLElement>(`[data-month="${first}"]`);
    if (box && line) box.scrollTop = line.offsetTop - box.offsetTop - line.offsetHeight;
  }, [first, about]);
  return list;
};
