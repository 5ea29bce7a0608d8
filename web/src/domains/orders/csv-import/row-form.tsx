import { Button, Checkbox, Loader, Select, TextInput } from '@mantine/core';
import { useCallbackRef, useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { monthName } from '@staffroom/contract/domains/orders/order-import-dates.rules.ts';
import type {
  ImportClass,
  ImportRow,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { orderTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { invalidEmailMessage, isEmail } from '@staffroom/contract/shared/text.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount, formatDayOfWeek } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { scheduleWords } from '../../classes/class-words.ts';
import { lessonCode, lessonTopic } from '../../lessons/lesson-words.ts';
import { nameOf } from './csv-import-labels.ts';
import {
  emailOf,
  isOrderable,
  wishOf,
  type RowClass,
  type RowEdit,
  type RowLesson,
} from './csv-import-plan.ts';
import type { ShownProblem } from './csv-import-problems.ts';
import { importableClasses } from './csv-import.api.ts';
import styles from './row-form.module.css';
import { FocusHeading, OrderLink } from './row-parts.tsx';
import type { CsvImport } from './use-csv-import.ts';
import type { RowPlan } from './use-row-plan.ts';

type Props = { csv: CsvImport; plan: RowPlan };

/** The row on screen: its problems, and the fields that a person can correct. */
export const RowForm = ({ csv, plan }: Props) => {
  const { row, problems } = plan;
  // Open with a note: the run could not order it.
  const failure = csv.state.failures[row.row] ?? (row.state === 'open' ? row.note : '');
  const edit = (change: RowEdit) =>
    csv.dispatch({ type: 'row edited', row: row.row, edit: change });

  return (
    <div className={styles.form}>
      <div className={styles.head}>
        <FocusHeading about={`Row ${row.row}`}>{nameOf(row)}</FocusHeading>
        <RowChip plan={plan} />
      </div>
      {failure && <Banner tone="negative" title={failure} />}
      {row.state !== 'open' && (
        <SettledRow row={row} className={csv.state.classNames[row.class ?? '']} />
      )}
      {problems.length > 0 && <ProblemsBox problems={problems} onFix={edit} />}
      {isOrderable(row) && <Fields csv={csv} plan={plan} edit={edit} />}
    </div>
  );
};

const RowChip = ({ plan: { row, waiting } }: { plan: RowPlan }) => {
  const { total, left } = waiting;
  if (!isOrderable(row) || total === 0) return null;
  if (left === 0) return <StatusChip tone="green">Corrected</StatusChip>;
  return (
    <StatusChip tone="orange">
      {left < total ? `${left} of ${total} problems left` : formatCount(total, 'problem')}
    </StatusChip>
  );
};

const Fields = ({ csv, plan, edit }: Props & { edit: (change: RowEdit) => void }) => {
  const { row, tuitionClass } = plan;
  const email = emailOf(row, plan.edit);
  return (
    <>
      <ImportClassPicker
        key={row.row}
        value={plan.edit.class ?? row.class}
        byHand={plan.edit.class !== undefined && plan.edit.class !== row.class}
        tuitionClass={tuitionClass}
        classes={Object.values(csv.state.classes)}
        onChoose={(id) => edit({ class: id })}
      />
      <TextInput
        label="E-mail"
        required
        type="email"
        value={email}
        maxLength={254}
        autoComplete="off"
        error={email.trim() !== '' && !isEmail(email.trim()) ? invalidEmailMessage : null}
        onChange={(event) => edit({ email: event.currentTarget.value })}
      />
      {row.type === null && (
        <Select
          label="Type"
          required
          placeholder="Choose a type"
          data={[...orderTypes]}
          allowDeselect={false}
          value={plan.edit.type ?? null}
          onChange={(type) => type && edit({ type })}
        />
      )}
      {plan.refusals.map((refusal) => (
        <Banner key={refusal} tone="warning" title={refusal} />
      ))}
      {plan.error !== null && <Banner tone="negative" title={sentenceOf(plan.error)} />}
      <LessonChoice plan={plan} onChoose={(lessons) => edit({ lessons })} />
    </>
  );
};

/** Why a row that is not open offers no fields. */
const SettledRow = ({ row, className }: { row: ImportRow; className?: string }) => {
  const { tone, title } = wordsOf(row.state);
  return (
    <Banner tone={tone} title={title} action={<OrderLink row={row} />}>
      {row.state === 'processed' && <p>{orderedWords(row, className)}</p>}
      {row.note && <p>{row.note}</p>}
    </Banner>
  );
};

/** "P6 Mathematics — Sat 2pm, 4 lessons, $100.00". */
const orderedWords = ({ lesson, price, currency }: ImportRow, className?: string) =>
  [
    className,
    formatCount(lesson.length, 'lesson'),
    price !== null && currency && formatMoney(price, currency),
  ]
    .filter(Boolean)
    .join(', ');

const wordsOf = (state: ImportRow['state']) =>
  ({
    processed: {
      tone: 'positive',
      title: 'Processed. This row has been ordered; uploading it again does not order it twice.',
    },
    cancelled: {
      tone: 'warning',
      title: 'The order of this row was cancelled. The row can be ordered again.',
    },
    skipped: { tone: 'warning', title: 'Skipped. This row can still be ordered.' },
    rejected: { tone: 'warning', title: 'Rejected. This row cannot become an order.' },
    ignored: { tone: 'warning', title: 'Left out. This is no order row.' },
    open: { tone: 'warning', title: '' },
  })[state] as { tone: 'positive' | 'warning'; title: string };

type ProblemsProps = { problems: readonly ShownProblem[]; onFix: (edit: RowEdit) => void };

/** What is wrong with the row; what has been corrected stays, marked Fixed. */
const ProblemsBox = ({ problems, onFix }: ProblemsProps) => (
  <ul
    className={styles.box}
    aria-label="Problems"
    data-notes={problems.every((problem) => !problem.blocks) || undefined}
  >
    {problems.map((problem) => (
      <li
        key={problem.message}
        className={styles.problem}
        data-fixed={problem.fixed || undefined}
        data-note={!problem.blocks || undefined}
      >
        <ProblemIcon problem={problem} />
        <div className={styles.words}>
          <p className={styles.message}>{problem.message}</p>
          {problem.fixes.length > 0 && (
            <div className={styles.fixes}>
              {problem.fixes.map((fix, index) => (
                <Button
                  key={fix.label}
                  size="xs"
                  variant={index === 0 ? 'default' : 'subtle'}
                  onClick={() => onFix(fix.edit)}
                >
                  {fix.label}
                </Button>
              ))}
            </div>
          )}
        </div>
        {problem.fixed && <span className={styles.fixed}>Fixed</span>}
      </li>
    ))}
  </ul>
);

const ProblemIcon = ({ problem }: { problem: ShownProblem }) => {
  const common = { className: styles.icon, size: 17, stroke: 1.7, 'aria-hidden': true } as const;
  if (problem.fixed) return <IconCircleCheck {...common} />;
  return problem.blocks ? <IconAlertTriangle {...common} /> : <IconInfoCircle {...common} />;
};

type PickerProps = {
  value: string | null;
  /** Chosen by the person, not by the file. */
  byHand: boolean;
  tuitionClass: RowClass | null;
  /** Named in the file; they come first. */
  classes: readonly ImportClass[];
  onChoose: (id: string) => void;
};

/** The class of a row: those of the file first, then whatever the search finds. */
const ImportClassPicker = ({ value, byHand, tuitionClass, classes, onChoose }: PickerProps) => {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 250);
  // The field shows the chosen class's name; that is no search.
  const text = settled === tuitionClass?.name ? '' : settled;
  const found = useQuery(importableClasses(text));

  const known = new Set(classes.map((one) => one._id));
  const matches = classes.filter((one) => one.name.toLowerCase().includes(text.toLowerCase()));
  const others = (found.data?.data ?? []).filter((one) => !known.has(one._id));
  if (tuitionClass && !known.has(tuitionClass._id) && !others.some((one) => one._id === value))
    others.push(tuitionClass as (typeof others)[number]);
  const option = (one: { _id: string; name: string }) => ({ value: one._id, label: one.name });

  return (
    <Select
      label="Class"
      required
      placeholder="Choose a class"
      searchable
      allowDeselect={false}
      value={tuitionClass ? value : null}
      onChange={(id) => id && onChoose(id)}
      onSearchChange={setSearch}
      // What is offered is filtered already, by the server for the greater part.
      filter={({ options }) => options}
      data={[
        { group: 'In this file', items: matches.map(option) },
        { group: 'All classes', items: others.map(option) },
      ].filter((group) => group.items.length > 0)}
      nothingFoundMessage={found.isFetching ? 'Searching …' : 'No class found'}
      rightSection={found.isFetching && search !== '' ? <Loader size={14} /> : undefined}
      description={tuitionClass && <ClassFacts tuitionClass={tuitionClass} byHand={byHand} />}
    />
  );
};

const ClassFacts = ({ tuitionClass, byHand }: { tuitionClass: RowClass; byHand: boolean }) => {
  const { schedule, rate, currency } = tuitionClass;
  const price = `${formatMoney(rate, currency)} per lesson`;
  return (
    <span className={styles.facts}>
      {byHand && <IconCheck size={14} stroke={2} aria-hidden="true" />}
      <span>
        {byHand && 'You chose it. '}
        {[scheduleWords(schedule), price].filter(Boolean).join(', ')}
      </span>
    </span>
  );
};

type ChoiceProps = { plan: RowPlan; onChoose: (lessons: readonly string[]) => void };

/** The class's lessons as checkboxes, those of the named month in sight. */
const LessonChoice = ({ plan, onChoose }: ChoiceProps) => {
  const id = useId();
  const { lessons, chosen, row, edit } = plan;
  const wanted = row.wanted_lessons;
  const ids = chosen.map((lesson) => lesson._id);
  const { month } = wishOf(row, edit);
  const toggle = useCallbackRef((lesson: string, checked: boolean) =>
    onChoose(checked ? [...ids, lesson] : ids.filter((one) => one !== lesson)),
  );
  const list = useScrolledToMonth(lessons, month, `${row.row} ${lessons[0]?._id ?? ''}`);

  return (
    <div role="group" aria-labelledby={id}>
      <div className={styles.lessonsHead}>
        <span className={styles.label} id={id}>
          Lessons
        </span>
        <span
          className={styles.count}
          data-warns={(wanted !== null && wanted !== ids.length) || undefined}
          aria-live="polite"
        >
          {ids.length} chosen{wanted === null ? '' : `, the file says ${wanted}`}
        </span>
      </div>
      <div className={styles.list} ref={list} aria-busy={plan.loading}>
        {plan.loading && (
          <p className={styles.none}>
            <Loader size={14} /> Loading the lessons …
          </p>
        )}
        {!plan.loading && lessons.length === 0 && (
          <p className={styles.none}>
            {plan.tuitionClass
              ? 'This class has no active lessons.'
              : 'Choose a class to see its lessons.'}
          </p>
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

/** Drawn anew only when it changes itself: a class may have a hundred lessons. */
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
          <span className={styles.day}>{formatDayOfWeek(lesson.day)}</span>{' '}
          <span className={styles.place}>{lessonCode(lesson)}</span>{' '}
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
  // Seats and what the student has are those from before the order, which may stand.
  const isKnown = !plan.row.isUnanswered;
  const capacity = plan.tuitionClass?.max_cap ?? Infinity;
  const orderedOn = wishOf(plan.row, plan.edit).orderedOn;
  if (isKnown && lesson.owned) return { text: 'already has it', warns: false };
  if (isKnown && plan.row.type !== 'PAYMENT_VIDEO' && lesson.seats >= capacity)
    return { text: `full, ${lesson.seats} of ${capacity}`, warns: true };
  if (orderedOn && lesson.day < orderedOn) return { text: 'before the order date', warns: false };
  return {
    text: month && !lesson.day.startsWith(month) ? monthName(lesson.day.slice(0, 7)) : '',
    warns: false,
  };
};

/** Keeps the list at the named month when the row or its class changes, never while somebody chooses. */
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
