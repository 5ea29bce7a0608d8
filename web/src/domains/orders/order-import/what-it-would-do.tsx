import { Flex, Stack, Text } from '@mantine/core';
import { IconCalendar, IconReceipt, IconSchool, IconUser, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  formatMonth,
  monthName,
} from 'staffroom-contract/domains/orders/order-import-dates.rules.ts';
import { formatMoney, toWireAmount, type Currency } from 'staffroom-contract/shared/money.ts';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { PriceLine, PriceLines } from '../price-lines.tsx';
import { compareWithFile } from './order-import-amounts.ts';
import { emailOf, formatLessonDays, studentNameOf } from './order-import-plan.ts';
import type { RowPlan } from './use-row-plan.ts';
import styles from './what-it-would-do.module.css';

/** The effect and price of ordering the row, as the server answered for its corrections. */
export const WhatItWouldDo = ({ plan, code }: { plan: RowPlan; code: string | null }) => {
  const { partner_brand: brand } = useSettings();
  const { tuitionClass, chosen } = plan;
  const fullest = Math.max(0, ...chosen.map((lesson) => lesson.seats));
  const student = studentOf(plan);
  const { type } = plan.assessed;
  return (
    <Stack component="section" gap="md" aria-labelledby="import-effect" aria-busy={plan.assessing}>
      <Text component="h3" pt="xs" variant="strong" fw={600} c="bright" id="import-effect">
        What it would do
      </Text>
      <ul className={styles.effects} aria-live="polite">
        <Effect icon={plan.student === null ? IconUserPlus : IconUser} {...student} />
        <Effect
          icon={IconSchool}
          title={tuitionClass?.name ?? 'No class'}
          detail={
            tuitionClass === null
              ? 'Choose a class first.'
              : chosen.length > 0
                ? `${fullest} of ${tuitionClass.max_cap} places taken in the fullest lesson.`
                : ''
          }
        />
        <Effect
          icon={IconCalendar}
          title={lessonsTitle(plan)}
          detail={formatLessonDays(chosen.map((lesson) => lesson.day))}
        />
        <Effect
          icon={IconReceipt}
          title={type ? `${type}, PROCESSED at once` : 'No type'}
          detail={`Brand ${brand}, ${code ? `discount code ${code}` : 'no discount code'}`}
        />
      </ul>
      {plan.price && <PriceBox plan={plan} price={plan.price} />}
    </Stack>
  );
};

const studentOf = ({ student, row, edit }: RowPlan) => {
  if (student) return { title: 'Student found', detail: `The order goes to ${student.name}.` };
  if (!isEmail(emailOf(row, edit).trim()))
    return { title: 'No student yet', detail: 'Enter a valid e-mail first.' };
  if (student === undefined) return { title: 'Student', detail: 'Looking for an account …' };
  return { title: 'New student', detail: newStudentWords(studentNameOf(row, edit).trim()) };
};

const newStudentWords = (name: string) =>
  name === ''
    ? 'No account has this e-mail. Enter the name first.'
    : `No account has this e-mail. ${name} is created.`;

const lessonsTitle = ({ chosen }: RowPlan) => {
  const months = [...new Set(chosen.map((lesson) => lesson.day.slice(0, 7)))];
  const [month] = months;
  if (!month) return 'No lessons';
  const count = formatCount(chosen.length, 'lesson');
  if (months.length === 1) return `${count} in ${monthName(month)}`;
  const last = months.at(-1) ?? month;
  return `${count}, ${formatMonth(month)} to ${formatMonth(last)}`;
};

const Effect = ({
  icon: Icon,
  title,
  detail,
}: {
  icon: typeof IconUser;
  title: ReactNode;
  detail: ReactNode;
}) => (
  <Flex className={styles.effect} component="li" gap="md" py="md" px={0}>
    <Icon size={17} stroke={1.7} aria-hidden="true" />
    <div>
      <Text variant="strong" c="bright">
        {title}
      </Text>
      {detail && (
        <Text variant="meta" c="secondary">
          {detail}
        </Text>
      )}
    </div>
  </Flex>
);

const money = (cents: number, currency: Currency) => formatMoney(toWireAmount(cents), currency);

const PriceBox = ({ plan, price }: { plan: RowPlan; price: NonNullable<RowPlan['price']> }) => {
  const { currency, discount } = price;
  const comparison = compareWithFile(plan.row.cells['total'] ?? '', price.actual, currency);
  return (
    <div>
      <PriceLines>
        <PriceLine
          label={`${formatCount(price.lessons, 'lesson')} × ${money(price.rate, currency)}`}
        >
          {money(price.original, currency)}
        </PriceLine>
        {discount && <PriceLine label={discount.code}>{money(-discount.off, currency)}</PriceLine>}
        <PriceLine
          ruled
          label={
            <Text span variant="title">
              Total
            </Text>
          }
        >
          <Text span variant="h2" fw={650}>
            {money(price.actual, currency)}
          </Text>
        </PriceLine>
      </PriceLines>
      {discount?.refusal && (
        <Text mt={2} variant="label" c="warning">
          {discount.refusal}
        </Text>
      )}
      {comparison && price.lessons > 0 && (
        <Text mt={2} variant="label" c="warning">
          {comparison}
        </Text>
      )}
    </div>
  );
};
