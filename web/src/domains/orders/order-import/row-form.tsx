import { Button, Loader, Select, TextInput, Group, Flex, Box, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type {
  ImportClass,
  ImportProblem,
  ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { orderTypes } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { invalidEmailMessage, isEmail } from 'staffroom-contract/shared/text.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { scheduleWords } from '../../classes/class-words.ts';
import { nameOf } from './order-import-labels.ts';
import {
  classOf,
  emailOf,
  isOrderable,
  studentNameOf,
  type RowClass,
  type RowEdit,
} from './order-import-plan.ts';
import type { ShownProblem } from './order-import-problems.ts';
import { importableClasses } from './order-import.api.ts';
import { LessonChoice } from './lesson-choice.tsx';
import styles from './row-form.module.css';
import { FocusHeading, OrderLink } from './row-parts.tsx';
import type { OrderImport } from './use-order-import.ts';
import type { RowPlan } from './use-row-plan.ts';

type Props = { orderImport: OrderImport; plan: RowPlan };

/** The row on screen: its problems and its editable fields. */
export const RowForm = ({ orderImport, plan }: Props) => {
  const { row, problems } = plan;
  // An open row with a note is one that the run could not order.
  const failure = orderImport.state.failures[row.row] ?? (row.state === 'open' ? row.note : '');
  const edit = (change: RowEdit, className?: string) =>
    orderImport.dispatch({
      type: 'row edited',
      row: row.row,
      edit: change.lessons ? { ...change, settled: lessonProblemsOf(plan) } : change,
      ...(className !== undefined && { className }),
    });

  return (
    <Stack gap="md">
      <Group wrap="wrap">
        <FocusHeading about={`Row ${row.row}`}>{nameOf(row)}</FocusHeading>
        <RowChip plan={plan} />
      </Group>
      {failure && <Banner tone="negative" title={failure} />}
      {row.state !== 'open' && (
        <SettledRow row={row} className={orderImport.state.classNames[row.class ?? '']} />
      )}
      {problems.length > 0 && <ProblemsBox problems={problems} onFix={edit} />}
      {isOrderable(row) && <Fields orderImport={orderImport} plan={plan} edit={edit} />}
    </Stack>
  );
};

const lessonProblemsOf = ({ assessed, edit }: RowPlan) => {
  const settled = edit.settled ?? [];
  const isNew = ({ field, message }: ImportProblem) =>
    field === 'lessons' && settled.every((known) => known.message !== message);
  return [...settled, ...assessed.problems.filter(isNew)];
};

/** Milliseconds after which a wait for the server is shown. */
const shortWait = 400;

const RowChip = ({ plan: { row, waiting, assessing } }: { plan: RowPlan }) => {
  const { total, left } = waiting;
  const [isLong] = useDebouncedValue(assessing, shortWait);
  if (assessing && isLong)
    return (
      <span role="status">
        <StatusChip tone="grey">Checking the row …</StatusChip>
      </span>
    );
  if (!isOrderable(row) || total === 0) return null;
  if (left === 0) return <StatusChip tone="green">Corrected</StatusChip>;
  return (
    <StatusChip tone="orange">
      {left < total ? `${left} of ${total} problems left` : formatCount(total, 'problem')}
    </StatusChip>
  );
};

type FieldsProps = Props & { edit: (change: RowEdit, className?: string) => void };

const Fields = ({ orderImport, plan, edit }: FieldsProps) => {
  const { row, tuitionClass } = plan;
  const email = emailOf(row, plan.edit);
  return (
    <>
      <ImportClassPicker
        key={row.row}
        value={classOf(row, plan.edit)}
        byHand={plan.edit.class !== undefined && plan.edit.class !== row.class}
        name={orderImport.state.classNames[classOf(row, plan.edit) ?? '']}
        tuitionClass={tuitionClass}
        classes={Object.values(orderImport.state.classes)}
        onChoose={(id, name) => edit({ class: id }, name)}
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
      {plan.student === null && (row.name === '' || plan.edit.name !== undefined) && (
        <TextInput
          label="Name"
          required
          description="No student has this e-mail yet"
          value={studentNameOf(row, plan.edit)}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
      )}
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
      {plan.error !== null && (
        <Banner
          tone="negative"
          title="The row could not be checked. Your changes are kept."
          action={<Button onClick={plan.assessAgain}>Try again</Button>}
        >
          <p>{sentenceOf(plan.error)}</p>
        </Banner>
      )}
      <LessonChoice plan={plan} onChoose={(lessons) => edit({ lessons })} />
    </>
  );
};

/** Explains why a row that is not open has no fields. */
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
    ignored: { tone: 'warning', title: 'Left out. This is not an order row.' },
    open: { tone: 'warning', title: '' },
  })[state] as { tone: 'positive' | 'warning'; title: string };

type ProblemsProps = { problems: readonly ShownProblem[]; onFix: (edit: RowEdit) => void };

/** The row's problems; corrected ones stay, marked Fixed. */
const ProblemsBox = ({ problems, onFix }: ProblemsProps) => {
  const { list, keepFocus } = useFocusAfterFix(problems);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className={styles.box}
      aria-label="Problems"
      data-notes={problems.every((problem) => !problem.blocks) || undefined}
    >
      {problems.map((problem, place) => (
        <Flex
          key={problem.message}
          component="li"
          gap="sm"
          data-fixed={problem.fixed || undefined}
          data-note={!problem.blocks || undefined}
        >
          <ProblemIcon problem={problem} />
          <Box flex={1} miw={0}>
            <Text className={styles.message} inherit>
              {problem.message}
            </Text>
            {problem.fixes.length > 0 && (
              <Group gap="xs" align="stretch" wrap="wrap" mt="sm">
                {problem.fixes.map((fix, index) => (
                  <Button
                    key={fix.label}
                    size="xs"
                    variant={index === 0 ? 'default' : 'subtle'}
                    onClick={() => {
                      keepFocus(place);
                      onFix(fix.edit);
                    }}
                  >
                    {fix.label}
                  </Button>
                ))}
              </Group>
            )}
          </Box>
          {problem.fixed && (
            <Text span flex="none" variant="label" lh="20px" c="positive">
              Fixed
            </Text>
          )}
        </Flex>
      ))}
    </ul>
  );
};

/** A fix removes its buttons: focus moves to the next fix, or to the list after the last. */
const useFocusAfterFix = (problems: readonly ShownProblem[]) => {
  const list = useRef<HTMLUListElement>(null);
  const fixed = useRef<number | null>(null);
  useLayoutEffect(() => {
    const place = fixed.current;
    // The button stays until the server has answered.
    if (place === null || list.current?.contains(document.activeElement)) return;
    fixed.current = null;
    if (document.activeElement !== document.body) return;
    const items = [...(list.current?.children ?? [])];
    const next = [...items.slice(place), ...items.slice(0, place)]
      .map((item) => item.querySelector('button'))
      .find((button) => button !== null);
    (next ?? list.current)?.focus();
  }, [problems]);
  return { list, keepFocus: (place: number) => void (fixed.current = place) };
};

const ProblemIcon = ({ problem }: { problem: ShownProblem }) => {
  const common = { className: styles.icon, size: 17, stroke: 1.7, 'aria-hidden': true } as const;
  if (problem.fixed) return <IconCircleCheck {...common} />;
  return problem.blocks ? <IconAlertTriangle {...common} /> : <IconInfoCircle {...common} />;
};

type PickerProps = {
  value: string | null;
  /** True if chosen by the user, not by the file. */
  byHand: boolean;
  /** The class's name, which is known before its lessons are loaded. */
  name: string | undefined;
  tuitionClass: RowClass | null;
  /** Classes named in the file; listed first. */
  classes: readonly ImportClass[];
  onChoose: (id: string, name: string) => void;
};

/** The class of a row: classes of the file first, then search results. */
const ImportClassPicker = (props: PickerProps) => {
  const { value, byHand, name, tuitionClass, classes, onChoose } = props;
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 250);
  // The field shows the chosen class's name, which is not a search term.
  const text = settled === name ? '' : settled;
  const found = useQuery(importableClasses(text));

  const known = new Set(classes.map((one) => one._id));
  const matches = classes.filter((one) => one.name.toLowerCase().includes(text.toLowerCase()));
  const others = (found.data?.data ?? []).filter((one) => !known.has(one._id));
  const option = (one: { _id: string; name: string }) => ({ value: one._id, label: one.name });
  const otherOptions = others.map(option);
  if (
    value !== null &&
    name !== undefined &&
    ![...known, ...others.map((one) => one._id)].includes(value)
  )
    otherOptions.push({ value, label: name });

  return (
    <Select
      label="Class"
      required
      placeholder="Choose a class"
      searchable
      allowDeselect={false}
      value={name === undefined ? null : value}
      onChange={(id, option) => id && onChoose(id, option?.label ?? '')}
      onSearchChange={setSearch}
      // The options are already filtered, most of them by the server.
      filter={({ options }) => options}
      data={[
        { group: 'In this file', items: matches.map(option) },
        { group: 'All classes', items: otherOptions },
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
    <>
      {byHand && 'You chose it. '}
      {[scheduleWords(schedule), price].filter(Boolean).join(', ')}
    </>
  );
};
