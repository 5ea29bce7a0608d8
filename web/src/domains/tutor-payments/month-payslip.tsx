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
import { Lines, SideHead, Sum } from './pay-parts.tsx';
import { payslipWords, signedWords } from './run-words.ts';

/** Why a lesson's pay today differs from the payslip. */
export const Differs = ({ lesson }: { lesson: MonthLesson | LeftLesson }) => {
  const { business_time_zone: zone } = useSettings();
  return (
    lesson.differs && (
      <>
        <Tag warning>{payReasonWords[lesson.differs]}</Tag> {payslipWords(lesson, zone)}
      </>
    )
  );
};

/** A lesson that the month's run paid and that since moved to another month or tutor. */
export const LeftName = ({ lesson }: { lesson: LeftLesson }) => {
  const label = `${lesson.class.name}, ${lessonLabel(lesson)}`;
  return lesson.differs === 'deleted' ? (
    label
  ) : (
    <RecordLink to="lesson" id={lesson._id} classId={lesson.class._id} name={label} />
  );
};

/** The day of such a lesson on the payslip. */
export const leftDay = ({ was, scheduled_on: now }: LeftLesson, zone: string) =>
  formatInstantWeekday(was?.scheduled_on ?? now, zone);

/** Reconciles the month's grand total with the payslip's lessons, reason by reason. */
export const ToPayslip = ({ pay }: { pay: TutorPay }) => {
  if (pay.reasons.length === 0) return null;
  const difference = toWireAmount(toCents(pay.payslip) - toCents(pay.total));
  return (
    <section aria-label="From this month to the payslip">
      <SideHead>From this month to the payslip</SideHead>
      <Lines component="dl">
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
      </Lines>
    </section>
  );
};
