import { Button } from '@mantine/core';
import type {
  MonthLesson,
  TutorPay,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatInstantShortDay, formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import {
  amountWords,
  byClass,
  extraWords,
  hourWords,
  sumWords,
  termsWords,
  unpaidWords,
  type PaidClass,
} from './pay-words.ts';
import { DiffersRow, LeftLessons } from './month-payslip.tsx';
import { monthWords } from './run-words.ts';
import styles from './tutor-pay.module.css';

export type RateActs = { edit: (lesson: MonthLesson) => void; undo: (lesson: MonthLesson) => void };

const headers = ['Date', 'Lesson', 'Hours', 'Students', 'Rate per hour', 'Base', 'Extra', 'Pay'];
/** On phones date, hours and students are in the lesson's second line. */
const narrowHeaders = ['Lesson', 'Rate per hour', 'Pay'];

/** The pay of each lesson of a tutor's month, by class (picture 16). */
export const MonthLessons = ({ pay, acts }: { pay: TutorPay; acts: RateActs }) => {
  const keys = useRowKeys<HTMLTableElement>(true);
  const narrow = useNarrow();
  return (
    <table ref={keys} className={styles.table}>
      <caption className={styles.caption}>
        Lessons of {pay.tutor.name || pay.tutor.email} in the month
      </caption>
      <thead>
        <tr>
          {(narrow ? narrowHeaders : headers).map((header) => (
            <th
              key={header}
              scope="col"
              data-column={header}
              data-number={!['Date', 'Lesson'].includes(header) || undefined}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {byClass(pay.lessons).map((one) => (
        <ClassLessons key={one._id} one={one} acts={acts} />
      ))}
      <LeftLessons left={pay.left} narrow={narrow} />
    </table>
  );
};

const ClassLessons = ({ one, acts }: { one: PaidClass<MonthLesson>; acts: RateActs }) => {
  const narrow = useNarrow();
  const [first] = one.lessons;
  return (
    <tbody>
      <tr className={styles.group}>
        <th colSpan={narrow ? 2 : 5} scope="rowgroup">
          {first && <RecordLink to="class" id={first.class._id} name={one.name} />}{' '}
          <span className={styles.terms}>{first && termsWords(first)}</span>
        </th>
        {!narrow && (
          <td colSpan={2} data-number>
            {sumWords(one.lessons)}
          </td>
        )}
        <td data-number>
          <strong>{amountWords(one.pay)}</strong>
        </td>
      </tr>
      {one.lessons.map((lesson) => (
        <LessonRows key={lesson._id} lesson={lesson} acts={acts} narrow={narrow} />
      ))}
    </tbody>
  );
};

type RowProps = { lesson: MonthLesson; acts: RateActs; narrow: boolean };

const LessonRows = ({ lesson, acts, narrow }: RowProps) => (
  <>
    {narrow ? <NarrowRow lesson={lesson} acts={acts} /> : <WideRow lesson={lesson} acts={acts} />}
    {lesson.unpaid && <UnpaidRow lesson={lesson} unpaid={lesson.unpaid} narrow={narrow} />}
    <DiffersRow lesson={lesson} narrow={narrow} />
    {lesson.edited && (
      <EditedRow lesson={lesson} edited={lesson.edited} acts={acts} narrow={narrow} />
    )}
  </>
);

const WideRow = ({ lesson, acts }: Omit<RowProps, 'narrow'>) => {
  const { business_time_zone: zone } = useSettings();
  const extra = extraWords(lesson);
  return (
    <tr data-row tabIndex={-1}>
      <td>{formatInstantWeekday(lesson.scheduled_on, zone)}</td>
      <td title={lessonLabel(lesson)}>
        <LessonName lesson={lesson} />
      </td>
      <td data-number data-warning={lesson.unpaid !== null || undefined}>
        {hourWords(lesson.hours)}
      </td>
      <td data-number>{lesson.students}</td>
      <td data-number>
        <RateButton lesson={lesson} acts={acts} />
      </td>
      <td data-number>{amountWords(lesson.base)}</td>
      <td data-number>
        <span className={styles.calculation}>{extra}</span>
        {lesson.extra === 0 && !extra ? '–' : amountWords(lesson.extra)}
      </td>
      <td data-number>
        <strong>{amountWords(lesson.pay)}</strong>
      </td>
    </tr>
  );
};

const NarrowRow = ({ lesson, acts }: Omit<RowProps, 'narrow'>) => {
  const { business_time_zone: zone } = useSettings();
  const facts = `${formatInstantWeekday(lesson.scheduled_on, zone)}, ${hourWords(lesson.hours)} h, ${formatCount(lesson.students, 'student')}`;
  return (
    <tr data-row tabIndex={-1}>
      <td title={lessonLabel(lesson)}>
        <LessonName lesson={lesson} />
        <span className={styles.facts}>{facts}</span>
      </td>
      <td data-number>
        <RateButton lesson={lesson} acts={acts} />
      </td>
      <td data-number>
        <strong>{amountWords(lesson.pay)}</strong>
      </td>
    </tr>
  );
};

const LessonName = ({ lesson }: { lesson: MonthLesson }) => (
  <RecordLink to="lesson" id={lesson._id} classId={lesson.class._id} name={lessonLabel(lesson)} />
);

const RateButton = ({ lesson, acts }: Omit<RowProps, 'narrow'>) => (
  <button
    type="button"
    className={styles.rate}
    data-edited={lesson.edited !== null || undefined}
    data-opens
    disabled={lesson.paid_in !== null}
    title={
      lesson.paid_in ? `Locked: paid in the run of ${monthWords(lesson.paid_in.month)}` : undefined
    }
    aria-label={`Rate per hour of ${lessonLabel(lesson)}: ${amountWords(lesson.rate)}`}
    onClick={() => acts.edit(lesson)}
  >
    {amountWords(lesson.rate)}
  </button>
);

type UnpaidProps = {
  lesson: MonthLesson;
  unpaid: NonNullable<MonthLesson['unpaid']>;
  narrow: boolean;
};

/** Why a lesson pays nothing, with a link to its form if that can fix it. */
const UnpaidRow = ({ lesson, unpaid, narrow }: UnpaidProps) => {
  const { tag, words, remedy } = unpaidWords[unpaid];
  const canMend = useCan('lesson.canManage');
  return (
    <tr className={styles.second}>
      <td colSpan={narrow ? 3 : 8} className={styles.below}>
        <Tag warning>{tag}</Tag> {words}{' '}
        {remedy && canMend && (
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
      </td>
    </tr>
  );
};

type EditedProps = {
  lesson: MonthLesson;
  edited: NonNullable<MonthLesson['edited']>;
  acts: RateActs;
  narrow: boolean;
};

/** The old and new rate, the reason, and the button that restores the usual rate. */
const EditedRow = ({ lesson, edited, acts, narrow }: EditedProps) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <tr className={styles.second}>
      <td colSpan={narrow ? 3 : 8} className={styles.below}>
        <Tag accent>Edited</Tag> {amountWords(lesson.usual_rate)} → {amountWords(lesson.rate)}:{' '}
        {edited.reason}{' '}
        <span className={styles.by}>
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
      </td>
    </tr>
  );
};

export const MonthLessonsSkeleton = () => (
  <table className={styles.table}>
    <tbody>
      {Array.from({ length: 8 }, (_, row) => (
        <tr key={row} data-row>
          {headers.map((header, column) => (
            <td key={header}>
              <SkeletonBar width={45 + ((row * 37 + column * 23) % 40)} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
