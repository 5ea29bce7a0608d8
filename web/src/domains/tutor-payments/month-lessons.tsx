import { Stack, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import type {
  LeftLesson,
  TutorPay,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { amountWords, byClass, extraWords, hourWords, sumWords } from './pay-words.ts';
import { MonthCards } from './month-cards.tsx';
import {
  ClassLink,
  leftWords,
  LessonName,
  Notes,
  RateButton,
  termsOf,
  type RateActs,
  type RowProps,
} from './month-lesson-parts.tsx';
import { Differs, leftDay, LeftName } from './month-payslip.tsx';
import styles from './tutor-pay.module.css';

/** The columns with their widths; the lesson takes the rest. */
const columns = [
  ['Date', 98],
  ['Lesson', undefined],
  ['Hours', 56],
  ['Students', 72],
  ['Rate per hour', 96],
  ['Base', 84],
  ['Extra', 156],
  ['Pay', 96],
] as const;
const figures = { 'data-number': true, 'data-figures': true };

type Props = { pay: TutorPay; acts: RateActs };

/** The pay of each lesson of a tutor's month, by class: a table (picture 16), on phones cards (picture 24g). */
export const MonthLessons = ({ pay, acts }: Props) =>
  useNarrow() ? (
    <MonthCards pay={pay} acts={acts} label={nameOf(pay)} />
  ) : (
    <MonthTable pay={pay} acts={acts} />
  );

const nameOf = ({ tutor }: TutorPay) => `Lessons of ${tutor.name || tutor.email} in the month`;

const MonthTable = ({ pay, acts }: Props) => {
  const keys = useRowKeys<HTMLTableElement>(true);
  return (
    <table ref={keys} className={styles.table}>
      <VisuallyHidden component="caption">{nameOf(pay)}</VisuallyHidden>
      <Head />
      {byClass(pay.lessons).map((one) => (
        <tbody key={one._id}>
          <tr className={styles.group}>
            <th colSpan={5} scope="rowgroup">
              <strong>
                <ClassLink one={one} />
              </strong>
              <span className={styles.terms}>{termsOf(one)}</span>
            </th>
            <td colSpan={2} {...figures}>
              {sumWords(one.lessons)}
            </td>
            <td {...figures}>
              <strong>{amountWords(one.pay)}</strong>
            </td>
          </tr>
          {one.lessons.map((lesson) => (
            <LessonRows key={lesson._id} lesson={lesson} acts={acts} />
          ))}
        </tbody>
      ))}
      <LeftLessons left={pay.left} />
    </table>
  );
};

const Head = () => (
  <thead>
    <tr>
      {columns.map(([header, width], index) => (
        <th key={header} scope="col" style={{ width }} data-number={index > 1 || undefined}>
          {header}
        </th>
      ))}
    </tr>
  </thead>
);

const LessonRows = ({ lesson, acts }: RowProps) => {
  const { business_time_zone: zone } = useSettings();
  const extra = extraWords(lesson);
  return (
    <>
      <tr data-row tabIndex={-1}>
        <td data-figures>{formatInstantWeekday(lesson.scheduled_on, zone)}</td>
        <td title={lessonLabel(lesson)}>
          <LessonName lesson={lesson} />
        </td>
        <td className={lesson.unpaid ? styles.warning : undefined} {...figures}>
          {hourWords(lesson.hours)}
        </td>
        <td {...figures}>{lesson.students}</td>
        <td {...figures}>
          <RateButton lesson={lesson} acts={acts} />
        </td>
        <td {...figures}>{amountWords(lesson.base)}</td>
        <td {...figures}>
          <span className={styles.terms}>{extra}</span>
          {lesson.extra === 0 && !extra ? '–' : amountWords(lesson.extra)}
        </td>
        <td {...figures}>
          <strong>{amountWords(lesson.pay)}</strong>
        </td>
      </tr>
      <Notes lesson={lesson} acts={acts}>
        {(note) => (
          <tr>
            <td colSpan={columns.length} className={styles.below}>
              {note}
            </td>
          </tr>
        )}
      </Notes>
    </>
  );
};

const LeftLessons = ({ left }: { left: readonly LeftLesson[] }) => {
  const { business_time_zone: zone } = useSettings();
  return (
    left.length > 0 && (
      <tbody>
        <tr className={styles.group}>
          <th colSpan={columns.length} scope="rowgroup">
            <strong>{leftWords.head}</strong>
            <span className={styles.terms}>{leftWords.about}</span>
          </th>
        </tr>
        {left.map((lesson) => (
          <Fragment key={lesson._id}>
            <tr data-row tabIndex={-1}>
              <td data-figures>{leftDay(lesson, zone)}</td>
              <td colSpan={6}>
                <LeftName lesson={lesson} />
              </td>
              <td {...figures}>{amountWords(0)}</td>
            </tr>
            {lesson.differs && (
              <tr>
                <td colSpan={columns.length} className={styles.below}>
                  <Differs lesson={lesson} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    )
  );
};

export const MonthLessonsSkeleton = () =>
  useNarrow() ? (
    <Stack gap="xl" py="md">
      {Array.from({ length: 7 }, (_, index) => (
        <Stack key={index} gap="sm">
          <SkeletonBar width={40 + ((index * 17) % 30)} height={14} />
          <SkeletonBar width={70} />
        </Stack>
      ))}
    </Stack>
  ) : (
    <table className={styles.table}>
      <Head />
      <tbody>
        {Array.from({ length: 8 }, (_, row) => (
          <tr key={row}>
            {columns.map(([header], column) => (
              <td key={header}>
                <SkeletonBar width={45 + ((row * 37 + column * 23) % 40)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
