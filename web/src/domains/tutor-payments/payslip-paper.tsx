import { Stack, Box, Flex, Text } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { RunSlip } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { PaidLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { amountWords, byClass, extraWords, hourWords, sumWords } from './pay-words.ts';
import { linesOf, paginate, type PaperRow } from './payslip-pages.ts';
import {
  endOf,
  extrasOf,
  factsOf,
  notesOf,
  payRule,
  sumsOf,
  type PayslipFact,
} from './payslip-words.ts';
import { monthWords } from './run-words.ts';
import styles from './payslip-paper.module.css';

/** Payslips in sequence as they are printed (picture 16c), each on a new page; phones only print them. */
export const PayslipPaper = ({ slips }: { slips: readonly RunSlip[] }) => (
  // Between a phone and the paper's width it scrolls, also by keyboard.
  <Stack className={styles.desk} role="region" aria-label="Pages" tabIndex={0}>
    {slips.map((slip) => (
      <Payslip key={slip._id} slip={slip} />
    ))}
  </Stack>
);

/** Space for rows in pixels (A4 at 96 dpi): between head and footer; the first page also has the tutor's details. */
const foot = 1123 - 46 - 29 - 16;
const room = { first: foot - 56 - 72 - 76 - 20, other: foot - 56 - 38 - 12 };

/** The pages of one tutor, each with title and number; the paper is white in every theme. */
const Payslip = memo(({ slip }: { slip: RunSlip }) => {
  const { business_time_zone: zone, product_name: product } = useSettings();
  const facts = factsOf(slip, zone);
  const pages = paginate(rowsOf(slip, zone), { ...room, first: room.first - beyondOneLine(facts) });
  const month = monthWords(slip.run.month);
  return (
    <article
      className={styles.paper}
      data-paper
      aria-label={`Payslip of ${slip.tutor.name}, ${month}`}
    >
      {pages.map((rows, index) => (
        <Box
          key={index}
          className={styles.sheet}
          component="section"
          pos="relative"
          flex="none"
          my={0}
          mx="auto"
          px={60}
          pt={56}
          pb={0}
          aria-label={`Payslip ${slip.number}, page ${index + 1}`}
        >
          {index === 0 ? (
            <>
              <Head product={product} month={month} />
              <Facts facts={facts} />
            </>
          ) : (
            <Flex
              className={styles.again}
              component="header"
              justify="space-between"
              h={38}
              mb="md"
            >
              <strong>Payslip {slip.number}</strong>
              <span>
                {slip.tutor.name}, {month}
              </span>
            </Flex>
          )}
          <div>
            {rows.map(({ content }, row) => (
              <div key={row}>{content}</div>
            ))}
          </div>
          <Flex className={styles.foot} component="footer" justify="space-between" pt="md">
            <span>A month counts lessons by their start, {zone.split('/').at(-1)} time.</span>
            <span>
              Page {index + 1} of {pages.length}
            </span>
          </Flex>
        </Box>
      ))}
    </article>
  );
});

const Head = ({ product, month }: { product: string; month: string }) => (
  <Flex component="header" gap="md" h={72}>
    <img src="/favicon.svg" alt="" width={32} height={32} />
    <div>
      <p className={styles.company}>{product}</p>
      <p>Tutor payments</p>
    </div>
    <Text className={styles.title} component="div" inherit ml="auto" ta="right">
      <h2>Payslip</h2>
      <p>{month}</p>
    </Text>
  </Flex>
);

const Facts = ({ facts }: { facts: readonly PayslipFact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([label, main, about]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{main}</dd>
        <dd>{about}</dd>
      </div>
    ))}
  </dl>
);

/** Height in pixels of fact lines beyond the first: a long name or e-mail wraps. */
const beyondOneLine = (facts: readonly PayslipFact[]) =>
  lineHeight *
  Math.max(
    ...facts.map(
      ([, main, about]) => linesOf(main, lettersOf.fact) + linesOf(about, lettersOf.about) - 2,
    ),
  );

/**
 * The rows of a payslip: lessons by class, differences, adjustments, carried amounts, sums, and notes referenced by the
 * rows.
 */
const rowsOf = (slip: RunSlip, zone: string): PaperRow<ReactNode>[] => {
  const notes = notesOf(slip.lines);
  const numbers = new Map(notes.map(({ lesson }, index) => [lesson._id, index + 1]));
  return [
    {
      height: 30,
      keepsWithNext: true,
      content: (
        <p className={`${styles.row} ${styles.headings}`} data-figures>
          {['Date', 'Lesson', 'Hours', 'Students', 'Rate', 'Base', 'Extra', 'Pay'].map((word) => (
            <span key={word}>{word}</span>
          ))}
        </p>
      ),
    },
    ...byClass(slip.lines).flatMap(({ _id, name, lessons, pay }) => [
      heading(_id, name, sumWords(lessons), amountWords(pay)),
      ...lessons.map((lesson) => ({
        height: lineHeight * linesOfLesson(lesson, numbers.get(lesson._id)) + 7,
        content: <LessonLine lesson={lesson} note={numbers.get(lesson._id)} zone={zone} />,
      })),
    ]),
    ...extrasOf(slip, zone).flatMap(({ key, title, amount, rows }) => [
      heading(key, title, '', amount),
      ...rows.map((row) => inWords(row.day, row.words, row.amount)),
    ]),
    { height: tailHeight(slip), content: <Tail slip={slip} /> },
    ...notes.map(({ words }, index) => ({
      height: 17 * linesOf(`(${index + 1}) ${words}`, lettersOf.note) + 3,
      content: (
        <p className={styles.note}>
          ({index + 1}) {words}
        </p>
      ),
    })),
  ];
};

const lineHeight = 18;

/** Characters that fit in a line of each part of the paper. `words` is the text of a difference or adjustment. */
const lettersOf = { fact: 16, about: 19, group: 52, lesson: 27, extra: 15, note: 105, words: 72 };

const linesOfLesson = (lesson: PaidLesson, note: number | undefined) =>
  Math.max(
    linesOf(`${lessonLabel(lesson)}${note === undefined ? '' : ` (${note})`}`, lettersOf.lesson),
    linesOf(`${extraWords(lesson)} ${amountWords(lesson.extra)}`, lettersOf.extra),
  );

const heading = (key: string, name: string, about: string, amount: string) => ({
  height: lineHeight * linesOf(name, lettersOf.group) + 14,
  keepsWithNext: true,
  content: (
    <p key={key} className={styles.group}>
      <strong>{name}</strong>
      <span>{about}</span>
      <strong data-figures>{amount}</strong>
    </p>
  ),
});

type LineProps = { lesson: PaidLesson; note: number | undefined; zone: string };

const LessonLine = ({ lesson, note, zone }: LineProps) => (
  <p className={styles.row} data-figures>
    <span>{formatInstantWeekday(lesson.scheduled_on, zone)}</span>
    <span>
      {lessonLabel(lesson)}
      {note !== undefined && ` (${note})`}
    </span>
    <span>{hourWords(lesson.hours)}</span>
    <span>{lesson.students}</span>
    <span>{amountWords(lesson.rate)}</span>
    <span>{amountWords(lesson.base)}</span>
    <span>
      <small>{extraWords(lesson)}</small> {lesson.extra === 0 ? '–' : amountWords(lesson.extra)}
    </span>
    <span>{amountWords(lesson.pay)}</span>
  </p>
);

/** A row of text that takes as many lines as needed: nothing on paper is truncated. */
const inWords = (day: string, words: string, amount: string): PaperRow<ReactNode> => ({
  height: lineHeight * linesOf(words, lettersOf.words) + 7,
  content: (
    <p className={`${styles.row} ${styles.wordy}`} data-figures>
      <span>{day}</span>
      <span>{words}</span>
      <span>{amount}</span>
    </p>
  ),
});

/** Height of the one to four sums, and the bank or carried amount. */
const tailHeight = (slip: RunSlip) => 20 + 27 * sumsOf(slip).length + 48 + 8;

const Tail = ({ slip }: { slip: RunSlip }) => {
  const { label, amount } = endOf(slip);
  return (
    <div className={styles.tail}>
      <p className={styles.note}>{payRule}</p>
      <dl>
        {sumsOf(slip).map((sum) => (
          <div key={sum.words}>
            <dt>{sum.words}</dt>
            <dd data-figures>{sum.amount}</dd>
          </div>
        ))}
        <div className={styles.toPay}>
          <dt>{label}</dt>
          <dd data-figures>{amount}</dd>
        </div>
      </dl>
    </div>
  );
};
