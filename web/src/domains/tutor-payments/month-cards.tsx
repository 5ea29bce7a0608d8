import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TutorPay } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { formatCount, formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
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
import { Pair } from './pay-parts.tsx';
import { amountWords, byClass, extraWords, hourWords, sumWords } from './pay-words.ts';
import rows from '../../ui/rows.module.css';
import styles from './tutor-pay.module.css';

type Props = { pay: TutorPay; acts: RateActs; label: string };

/** The pay of each lesson on phones (picture 24g). The cards bleed to the edges of the screen. */
export const MonthCards = ({ pay, acts, label }: Props) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <Box component="section" mx={-12} aria-label={label}>
      {byClass(pay.lessons).map((one) => (
        <section key={one._id} aria-label={one.name}>
          <CardsHead
            name={<ClassLink one={one} />}
            about={termsOf(one)}
            amount={formatMoney(one.pay, 'SGD')}
            count={sumWords(one.lessons)}
          />
          <div className={rows.rows}>
            {one.lessons.map((lesson) => (
              <LessonCard key={lesson._id} lesson={lesson} acts={acts} />
            ))}
          </div>
        </section>
      ))}
      {pay.left.length > 0 && (
        <section aria-label={leftWords.head}>
          <CardsHead name={leftWords.head} about={leftWords.about} />
          <div className={rows.rows}>
            {pay.left.map((lesson) => (
              <article key={lesson._id}>
                <Box px="md" py="sm">
                  <Pair
                    variant="title"
                    lines={2}
                    left={<LeftName lesson={lesson} />}
                    right={formatMoney(0, 'SGD')}
                  />
                  <Text variant="meta" c="dimmed">
                    {leftDay(lesson, zone)}
                  </Text>
                  <Text variant="meta" c="secondary">
                    <Differs lesson={lesson} />
                  </Text>
                </Box>
              </article>
            ))}
          </div>
        </section>
      )}
    </Box>
  );
};

type HeadProps = { name: ReactNode; about: ReactNode; amount?: string; count?: string };

const CardsHead = ({ name, about, amount, count }: HeadProps) => (
  <Box className={styles.head} px="md" py="sm">
    <Pair variant="title" lines={2} left={name} right={amount} />
    <Group justify="space-between" variant="meta" c="dimmed">
      <Text span inherit truncate>
        {about}
      </Text>
      <Text span inherit flex="none">
        {count}
      </Text>
    </Group>
  </Box>
);

const LessonCard = ({ lesson, acts }: RowProps) => {
  const { business_time_zone: zone } = useSettings();
  const { students, hours, extra, scheduled_on: start } = lesson;
  return (
    <article aria-label={lessonLabel(lesson)}>
      <Stack gap="xs" px="md" py="sm">
        <Pair
          variant="title"
          lines={2}
          left={<LessonName lesson={lesson} />}
          right={formatMoney(lesson.pay, 'SGD')}
        />
        <Group justify="space-between" align="flex-end" variant="meta" c="dimmed">
          <div data-figures>
            <p>{formatInstantWeekday(start, zone)}</p>
            <p>
              {formatCount(students, 'student')}
              {extraWords(lesson)
                ? `: ${extraWords(lesson)} h = ${amountWords(extra)}`
                : ', no extra'}
            </p>
          </div>
          <RateButton lesson={lesson} acts={acts}>
            <span className={lesson.unpaid ? styles.warning : undefined}>{hourWords(hours)} h</span>
            <span>×</span>
          </RateButton>
        </Group>
        <Notes lesson={lesson} acts={acts}>
          {(note) => (
            <Text component="div" variant="meta" c="secondary">
              {note}
            </Text>
          )}
        </Notes>
      </Stack>
    </article>
  );
};
