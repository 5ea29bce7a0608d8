import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MonthLesson } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatInstantShortDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { Differs } from './month-payslip.tsx';
import { amountWords, termsWords, unpaidWords, type PaidClass } from './pay-words.ts';
import { monthWords } from './run-words.ts';
import styles from './tutor-pay.module.css';

export type RateActs = { edit: (lesson: MonthLesson) => void; undo: (lesson: MonthLesson) => void };

type Of = { one: PaidClass<MonthLesson> };

export const ClassLink = ({ one: { name, lessons } }: Of) =>
  lessons[0] && <RecordLink to="class" id={lessons[0].class._id} name={name} />;

export const termsOf = ({ lessons: [first] }: PaidClass<MonthLesson>) => first && termsWords(first);

export type RowProps = { lesson: MonthLesson; acts: RateActs };

export const leftWords = {
  head: 'No longer lessons of this month',
  about: 'on the payslip, not in the grand total',
};

export const LessonName = ({ lesson }: { lesson: MonthLesson }) => (
  <RecordLink to="lesson" id={lesson._id} classId={lesson.class._id} name={lessonLabel(lesson)} />
);

/** The rate opens its dialog; `children` are before it in the wide button of a card. */
export const RateButton = ({ lesson, acts, children }: RowProps & { children?: ReactNode }) => (
  <button
    type="button"
    className={styles.rate}
    data-edited={lesson.edited !== null || undefined}
    data-wide={children ? true : undefined}
    data-opens
    disabled={lesson.paid_in !== null}
    title={
      lesson.paid_in ? `Locked: paid in the run of ${monthWords(lesson.paid_in.month)}` : undefined
    }
    aria-label={`Rate per hour of ${lessonLabel(lesson)}: ${amountWords(lesson.rate)}`}
    onClick={() => acts.edit(lesson)}
  >
    {children}
    {children ? <strong>{amountWords(lesson.rate)}</strong> : amountWords(lesson.rate)}
    {children && !lesson.paid_in && <IconPencil size={15} stroke={1.7} aria-hidden="true" />}
  </button>
);

/** Unusual facts of a lesson, each in a line with its remedy. */
export const Notes = ({
  lesson,
  acts,
  children,
}: RowProps & { children: (note: ReactNode) => ReactNode }) => (
  <>
    {lesson.unpaid && children(<Unpaid lesson={lesson} unpaid={lesson.unpaid} />)}
    {lesson.differs && children(<Differs lesson={lesson} />)}
    {lesson.edited && children(<Edited lesson={lesson} edited={lesson.edited} acts={acts} />)}
  </>
);

type UnpaidProps = { lesson: MonthLesson; unpaid: NonNullable<MonthLesson['unpaid']> };

/** Why a lesson pays nothing, with a link to its form if that can fix it. */
const Unpaid = ({ lesson, unpaid }: UnpaidProps) => {
  const { tag, words, remedy } = unpaidWords[unpaid];
  const canFix = useCan('lesson.canManage');
  return (
    <>
      <Tag warning>{tag}</Tag> <span className={styles.warning}>{words}</span>{' '}
      {remedy && canFix && (
        <LinkButton
          variant="subtle"
          size="compact-xs"
          to="/course/$classId/lesson/$lessonId"
          params={{ classId: lesson.class._id, lessonId: lesson._id }}
          search={{ dialog: 'edit' }}
          aria-label={`${remedy} of ${lessonLabel(lesson)}`}
        >
          {remedy}
        </LinkButton>
      )}
    </>
  );
};

type EditedProps = RowProps & { edited: NonNullable<MonthLesson['edited']> };

/** The old and new rate, the reason, and the button that restores the usual rate. */
const Edited = ({ lesson, edited, acts }: EditedProps) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <>
      <Tag accent>Edited</Tag> {amountWords(lesson.usual_rate)} → {amountWords(lesson.rate)}:{' '}
      {edited.reason}
      <span className={styles.terms}>
        {edited.by}, {formatInstantShortDay(edited.at, zone)}
      </span>
      {!lesson.paid_in && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Undo the rate of ${lessonLabel(lesson)}`}
          onClick={() => acts.undo(lesson)}
        >
          Undo
        </Button>
      )}
    </>
  );
};
