import type {
  LeftLesson,
  MonthLesson,
  TutorPay,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { payReasonWords } from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { formatMoney, toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { Tag } from '../../ui/status-chip.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { amountWords } from './pay-words.ts';
import { payslipWords, signedWords } from './run-words.ts';
import runStyles from './payment-run.module.css';
import styles from './tutor-pay.module.css';

type RowProps = { lesson: MonthLesson | LeftLesson; narrow: boolean };

/** Why a lesson's pay today differs from the payslip. */
export const DiffersRow = ({ lesson, narrow }: RowProps) => {
  const { business_time_zone: zone } = useSettings();
  return (
    lesson.differs && (
      <tr className={styles.second}>
        <td colSpan={narrow ? 3 : 8} className={styles.below}>
          <Tag warning>{payReasonWords[lesson.differs]}</Tag> {payslipWords(lesson, zone)}
        </td>
      </tr>
    )
  );
};

/** Lessons that the month's run paid and that since moved to another month or tutor. */
export const LeftLessons = ({ left, narrow }: { left: readonly LeftLesson[]; narrow: boolean }) =>
  left.length > 0 && (
    <tbody>
      <tr className={styles.group}>
        <th colSpan={narrow ? 3 : 8} scope="rowgroup">
          <strong>No longer lessons of this month</strong>{' '}
          <span className={styles.terms}>on the payslip, not in the grand total</span>
        </th>
      </tr>
      {left.map((lesson) => (
        <LeftRows key={lesson._id} lesson={lesson} narrow={narrow} />
      ))}
    </tbody>
  );

const LeftRows = ({ lesson, narrow }: { lesson: LeftLesson; narrow: boolean }) => {
  const { business_time_zone: zone } = useSettings();
  const day = formatInstantWeekday(lesson.was?.scheduled_on ?? lesson.scheduled_on, zone);
  const label = `${lesson.class.name}, ${lessonLabel(lesson)}`;
  return (
    <>
      <tr data-row tabIndex={-1}>
        {!narrow && <td>{day}</td>}
        <td colSpan={narrow ? 2 : 6} title={label}>
          {lesson.differs === 'deleted' ? (
            label
          ) : (
            <RecordLink to="lesson" id={lesson._id} classId={lesson.class._id} name={label} />
          )}
          {narrow && <span className={styles.facts}>{day}</span>}
        </td>
        <td data-number>{amountWords(0)}</td>
      </tr>
      <DiffersRow lesson={lesson} narrow={narrow} />
    </>
  );
};

/** Reconciles the month's grand total with the payslip's lessons, reason by reason. */
export const ToPayslip = ({ pay }: { pay: TutorPay }) => {
  if (pay.reasons.length === 0) return null;
  const difference = toWireAmount(toCents(pay.payslip) - toCents(pay.total));
  return (
    <section aria-label="From this month to the payslip">
      <h2 className={runStyles.heading}>From this month to the payslip</h2>
      <dl className={runStyles.sums}>
        <Sum words="Grand total of the month" amount={formatMoney(pay.total, 'SGD')} />
        {pay.reasons.map(({ code, lessons, amount }) => (
          <Sum
            key={code}
            words={payReasonWords[code]}
            about={formatCount(lessons, 'lesson')}
            amount={signedWords(amount)}
          />
        ))}
        <Sum
          words="Lessons on the payslip"
          about={difference === 0 ? 'the same sum' : signedWords(difference)}
          amount={formatMoney(pay.payslip, 'SGD')}
        />
      </dl>
    </section>
  );
};

const Sum = ({ words, amount, about }: { words: string; amount: string; about?: string }) => (
  <div>
    <dt>
      {words}
      {about && <small>{about}</small>}
    </dt>
    <dd>{amount}</dd>
  </div>
);
