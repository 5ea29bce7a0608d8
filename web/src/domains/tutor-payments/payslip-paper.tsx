import { memo, type ReactNode } from 'react';
import type { DebtState } from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import type { RunSlip } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { PaidLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { formatDayOfWeek, formatInstantShortDay, formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { amountWords, byClass, extraWords, hourWords, sumWords } from './pay-words.ts';
import { linesOf, paginate, type PaperRow } from './payslip-pages.ts';
import { differenceWords, monthWords, signedWords } from './run-words.ts';
import styles from './payslip-paper.module.css';

/** Payslips in sequence as they are printed (picture 16c); each starts on a new page. */
export const PayslipPaper = ({ slips }: { slips: readonly RunSlip[] }) => (
  // On phones the paper is wider than the screen, so it scrolls, also by keyboard.
  <div className={styles.desk} role="region" aria-label="Pages" tabIndex={0}>
    {slips.map((slip) => (
      <Payslip key={slip._id} slip={slip} />
    ))}
  </div>
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
        <section
          key={index}
          className={styles.sheet}
          aria-label={`Payslip ${slip.number}, page ${index + 1}`}
        >
          {index === 0 ? (
            <>
              <Head product={product} month={month} />
              <Facts facts={facts} />
            </>
          ) : (
            <header className={styles.again}>
              <strong>Payslip {slip.number}</strong>
              <span>
                {slip.tutor.name}, {month}
              </span>
            </header>
          )}
          <div className={styles.rows}>
            {rows.map(({ content }, row) => (
              <div key={row}>{content}</div>
            ))}
          </div>
          <footer className={styles.foot}>
            <span>A month counts lessons by their start, {zone.split('/').at(-1)} time.</span>
            <span>
              Page {index + 1} of {pages.length}
            </span>
          </footer>
        </section>
      ))}
    </article>
  );
});

const Head = ({ product, month }: { product: string; month: string }) => (
  <header className={styles.head}>
    <img src="/favicon.svg" alt="" width={32} height={32} />
    <div>
      <p className={styles.company}>{product}</p>
      <p>Tutor payments</p>
    </div>
    <div className={styles.title}>
      <h2>Payslip</h2>
      <p>{month}</p>
    </div>
  </header>
);

type PayslipFact = readonly [label: string, main: string, about: string];

const factsOf = ({ tutor, run, number, debt }: RunSlip, zone: string): PayslipFact[] => {
  const dayOf = (at: string) => {
    const day = businessDayOf(at, zone);
    return `${formatDayOfWeek(day)} ${day.slice(0, 4)}`;
  };
  return [
    [tutor._type, tutor.name, tutor.email],
    ['Payslip number', number, `run of ${monthWords(run.month)}`],
    ['Confirmed', run.confirmed ? dayOf(run.confirmed.at) : '–', `by ${run.confirmed?.by ?? '–'}`],
    debt
      ? ['To bank', 'nothing', debtWords[debt]]
      : ['Paid', run.paid ? dayOf(run.paid.at) : 'not yet', run.paid ? 'by bank' : ''],
  ];
};

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
        <p className={`${styles.row} ${styles.headings}`}>
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
    ...(slip.changed.length > 0
      ? [heading('changed', 'Changed after payment', '', signedWords(slip.differences))]
      : []),
    ...slip.changed.map((one) =>
      inWords(
        formatInstantShortDay(one.lesson.scheduled_on, zone),
        `${one.lesson.class.name}, ${lessonLabel(one.lesson)}: ${differenceWords(one)}, ${amountWords(one.paid)} → ${amountWords(one.lesson.pay)}`,
        signedWords(one.amount),
      ),
    ),
    ...(slip.adjusted.length > 0
      ? [heading('adjusted', 'Adjustments', '', signedWords(slip.adjustments))]
      : []),
    ...slip.adjusted.map(({ amount, reason, at }) =>
      inWords(formatInstantShortDay(at, zone), reason, signedWords(amount)),
    ),
    ...(slip.taken.length > 0
      ? [heading('taken', 'Carried from earlier runs', '', signedWords(slip.carried))]
      : []),
    ...slip.taken.map(({ run, amount }) =>
      inWords('', `Carried from ${monthWords(run.month)}`, signedWords(amount)),
    ),
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
      <strong>{amount}</strong>
    </p>
  ),
});

/** Why a lesson's pay differs from the usual. */
const notesOf = (lines: readonly PaidLesson[]) =>
  lines.flatMap((lesson) => {
    const words = [
      lesson.edited &&
        `Rate ${amountWords(lesson.rate)} instead of ${amountWords(lesson.usual_rate)}: ${lesson.edited.reason}`,
      lesson.unpaid === 'inactive' && 'Inactive: pays nothing.',
      lesson.unpaid === 'no_end' &&
        'No end time: counted as 0 hours. Once it is set, the difference is paid in the next run.',
      lesson.unpaid === 'ends_before_start' &&
        'Ends before it starts: counted as 0 hours. Once that is corrected, the difference is paid in the next run.',
    ].filter((word) => typeof word === 'string');
    return words.length > 0 ? [{ lesson, words: words.join(' ') }] : [];
  });

type LineProps = { lesson: PaidLesson; note: number | undefined; zone: string };

const LessonLine = ({ lesson, note, zone }: LineProps) => (
  <p className={styles.row}>
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
    <p className={`${styles.row} ${styles.wordy}`}>
      <span>{day}</span>
      <span>{words}</span>
      <span>{amount}</span>
    </p>
  ),
});

/** Height of the one to four sums, and the bank or carried amount. */
const tailHeight = ({ changed, adjusted, taken }: RunSlip) =>
  20 +
  27 * [true, changed.length > 0, adjusted.length > 0, taken.length > 0].filter(Boolean).length +
  48 +
  8;

const debtWords: Record<DebtState, string> = {
  carried: 'carried to the next run',
  left_out: 'owed, left out',
  written_off: 'owed, written off',
};

/** Label of a payslip's last line if its total is below 0. */
const endWords: Record<DebtState, string> = {
  carried: 'Carried forward',
  left_out: 'Owed',
  written_off: 'Written off',
};

const Tail = ({ slip }: { slip: RunSlip }) => (
  <div className={styles.tail}>
    <p className={styles.note}>
      Pay = base × hours + rate per additional student × extra students × hours. Extra students are
      those above 5 (Workshop: 10). Each lesson is rounded to cents.
    </p>
    <dl>
      <Sum words={`Lessons, ${slip.lessons}`} amount={amountWords(slip.pay)} />
      {slip.changed.length > 0 && (
        <Sum words={`Differences, ${slip.changed.length}`} amount={signedWords(slip.differences)} />
      )}
      {slip.adjusted.length > 0 && (
        <Sum
          words={`Adjustments, ${slip.adjusted.length}`}
          amount={signedWords(slip.adjustments)}
        />
      )}
      {slip.taken.length > 0 && (
        <Sum words={`Carried, ${slip.taken.length}`} amount={signedWords(slip.carried)} />
      )}
      <div className={styles.toPay}>
        <dt>{slip.debt ? endWords[slip.debt] : 'To bank'}, SGD</dt>
        <dd>{slip.debt ? signedWords(slip.total) : formatMoney(slip.to_bank, 'SGD')}</dd>
      </div>
    </dl>
  </div>
);

const Sum = ({ words, amount }: { words: string; amount: string }) => (
  <div>
    <dt>{words}</dt>
    <dd>{amount}</dd>
  </div>
);
