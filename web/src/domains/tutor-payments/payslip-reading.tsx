import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RunSlip } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { formatCount, formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { Panel } from '../../ui/panel.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { Pair } from './pay-parts.tsx';
import { amountWords, byClass, extraWords, hourWords, sumWords } from './pay-words.ts';
import { endOf, extrasOf, factsOf, notesOf, payRule, sumsOf } from './payslip-words.ts';
import { monthWords } from './run-words.ts';
import rows from '../../ui/rows.module.css';
import styles from './payslip-paper.module.css';

/** A payslip as it is read on a phone (picture 24h); the paper is what is printed. */
export const PayslipReading = ({ slip }: { slip: RunSlip }) => {
  const { business_time_zone: zone } = useSettings();
  const month = monthWords(slip.run.month);
  const notes = notesOf(slip.lines);
  const numbers = new Map(notes.map(({ lesson }, index) => [lesson._id, index + 1]));
  const end = endOf(slip);
  return (
    <Stack component="article" aria-label={`Payslip of ${slip.tutor.name}, ${month}`}>
      <Group justify="space-between" align="flex-end" variant="meta" c="secondary">
        <div>
          <p>{end.label}</p>
          <Text variant="total" c="bright">
            {end.amount}
          </Text>
        </div>
        <Box ta="right">
          <p>{sumWords(slip.lines)}</p>
          <Text variant="strong" c="bright">
            {month}
          </Text>
        </Box>
      </Group>
      <Panel label="Payslip">
        <dl className={styles.cells}>
          {factsOf(slip, zone).map(([label, main, about]) => (
            <Box key={label} p="sm" variant="meta" c="secondary">
              <dt>{label}</dt>
              <Text component="dd" variant="strong" c="bright">
                {main}
              </Text>
              <dd>{about}</dd>
            </Box>
          ))}
        </dl>
      </Panel>
      {byClass(slip.lines).map(({ _id, name, lessons, pay }) => (
        <Rows key={_id} title={name} about={sumWords(lessons)} amount={amountWords(pay)}>
          {lessons.map((lesson) => (
            <Row
              key={lesson._id}
              words={lessonLabel(lesson)}
              note={numbers.get(lesson._id)}
              amount={amountWords(lesson.pay)}
              about={`${formatInstantWeekday(lesson.scheduled_on, zone)}, ${formatCount(lesson.students, 'student')}`}
              sum={[
                `${hourWords(lesson.hours)} h × ${amountWords(lesson.rate)}`,
                extraWords(lesson),
              ]
                .filter(Boolean)
                .join(' + ')}
            />
          ))}
        </Rows>
      ))}
      {extrasOf(slip, zone).map(({ key, title, amount, rows }) => (
        <Rows key={key} title={title} amount={amount}>
          {rows.map((row, index) => (
            <Row key={index} words={row.words} amount={row.amount} about={row.day} />
          ))}
        </Rows>
      ))}
      <Box component="section" className={`${styles.top} ${rows.rows}`} aria-label="Sums">
        {sumsOf(slip).map(({ words, amount }) => (
          <Row key={words} words={words} amount={amount} />
        ))}
        <Group justify="space-between" align="baseline" pt="md" variant="title">
          <span>{end.label}</span>
          <Text component="strong" variant="total">
            {end.amount}
          </Text>
        </Group>
      </Box>
      <Stack gap="xs" variant="meta" c="secondary">
        <p>{payRule}</p>
        {notes.map(({ lesson, words }, index) => (
          <p key={lesson._id}>
            ({index + 1}) {words}
          </p>
        ))}
        <Text inherit c="dimmed">
          A month counts lessons by their start, {zone.split('/').at(-1)} time.
        </Text>
      </Stack>
    </Stack>
  );
};

type RowsProps = { title: string; about?: string; amount: string; children: ReactNode };

const Rows = ({ title, about, amount, children }: RowsProps) => (
  <section aria-label={title}>
    <Box className={styles.strong} pb="sm">
      <Pair left={title} right={amount} variant="title" />
      {about && <Pair left={about} variant="meta" />}
    </Box>
    <div className={rows.rows}>{children}</div>
  </section>
);

type RowProps = {
  words: string;
  amount: string;
  note?: number | undefined;
  about?: string;
  sum?: string;
};

const Row = ({ words, note, amount, about, sum }: RowProps) => (
  <Box py="sm">
    <Pair left={note === undefined ? words : `${words} (${note})`} right={amount} variant="body" />
    {(about || sum) && <Pair left={about} right={sum} variant="meta" />}
  </Box>
);
