import { memo, type ReactNode } from 'react';
import type { RunSlip } from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import type { PaidLesson } from '@staffroom/contract/domains/tutor-payments/tutor-payments.contract.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { formatDayOfWeek, formatInstantShortDay, formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { amountWords, byClass, extraWords, hourWords, sumWords } from './pay-words.ts';
import { linesOf, paginate, type PaperRow } from './payslip-pages.ts';
import { differenceWords, monthWords, signedWords } from './run-words.ts';
import styles from './payslip-paper.module.css';

/** Payslips one after the other, as they are printed (picture 16c); each begins on a page of its own. */
export const PayslipPaper = ({ slips }: { slips: readonly RunSlip[] }) => (
  // On a phone the paper is wider than the screen: it scrolls, by keyboard too.
  <div className={styles.desk} role="region" aria-label="Pages" tabIndex={0}>
    {slips.map((slip) => (
      <Payslip key={slip._id} slip={slip} />
    ))}
  </div>
);

/** Pixels of paper, A4 at 96 dpi: from below the head, with who is paid on the first page, to above the foot. */
const foot = 1123 - 46 - 29 - 16;
const room = { first: foot - 56 - 72 - 76 - 20, other: foot - 56 - 38 - 12 };

/** The pages of one tutor. Each has its title and number; the paper is white whatever the screen is. */
const Payslip = memo(({ slip }: { slip: RunSlip }) => {
  const { business_time_zone: zone, product_name: product } = useSettings();
  const pages = paginate(rowsOf(slip, zone), room);
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
              <Facts slip={slip} />
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

const Facts = ({ slip: { tutor, run, number } }: { slip: RunSlip }) => {
  const { business_time_zone: zone } = useSettings();
  const dayOf = (at: string) => {
    const day = businessDayOf(at, zone);
    return `${formatDayOfWeek(day)} ${day.slice(0, 4)}`;
  };
  const facts = [
    [tutor._type, tutor.name, tutor.email],
    ['Payslip number', number, `run of ${monthWords(run.month)}`],
    ['Confirmed', run.confirmed ? dayOf(run.confirmed.at) : '–', `by ${run.confirmed?.by ?? '–'}`],
    ['Paid', run.paid ? dayOf(run.paid.at) : 'not yet', run.paid ? 'by bank' : ''],
  ] as const;
  return (
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
};

/** The lines of a class, of differences and adjustments, the sums, and the notes that lines point to. */
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
        height: 25,
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
    { height: tailHeight(slip), content: <Tail slip={slip} /> },
    ...notes.map(({ words }, index) => ({
      height: 17 * linesOf(`(${index + 1}) ${words}`, lettersOfNote) + 3,
      content: (
        <p className={styles.note}>
          ({index + 1}) {words}
        </p>
      ),
    })),
  ];
};

/** Letters that a line surely holds: of a note, and between the day and the amount of a difference or adjustment. */
const lettersOfNote = 105;
const lettersOfWords = 72;

const heading = (key: string, name: string, about: string, amount: string) => ({
  height: 32,
  keepsWithNext: true,
  content: (
    <p key={key} className={styles.group}>
      <strong>{name}</strong>
      <span>{about}</span>
      <strong>{amount}</strong>
    </p>
  ),
});

/** Why a lesson is paid otherwise than usual. */
const notesOf = (lines: readonly PaidLesson[]) =>
  lines.flatMap((lesson) => {
    const words = [
      lesson.edited &&
        `Rate ${amountWords(lesson.rate)} instead of ${amountWords(lesson.usual_rate)}: ${lesson.edited.reason}`,
      lesson.unpaid === 'inactive' && 'Inactive: pays nothing.',
      lesson.unpaid === 'no_end' &&
        'No end time: counted as 0 hours. Once it is set, the difference is paid in the next run.',
      lesson.unpaid === 'ends_before_start' &&
        'Ends before it starts: counted as 0 hours. Once that is mended, the difference is paid in the next run.',
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

/** A line of words, which on paper is never cut: it takes as many lines as it needs. */
const inWords = (day: string, words: string, amount: string): PaperRow<ReactNode> => ({
  height: 18 * linesOf(words, lettersOfWords) + 7,
  content: (
    <p className={`${styles.row} ${styles.wordy}`}>
      <span>{day}</span>
      <span>{words}</span>
      <span>{amount}</span>
    </p>
  ),
});

/** Its sums, one or up to three, and what is to pay. */
const tailHeight = ({ changed, adjusted }: RunSlip) =>
  20 + 27 * [true, changed.length > 0, adjusted.length > 0].filter(Boolean).length + 48 + 8;

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
      <div className={styles.toPay}>
        <dt>To pay, SGD</dt>
        <dd>{formatMoney(slip.total, 'SGD')}</dd>
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
