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
    <section className={styles.panel} aria-labelledby="import-effect" aria-busy={plan.assessing}>
      <h3 className={styles.title} id="import-effect">
        What it would do
      </h3>
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
    </section>
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
  <li className={styles.effect}>
    <Icon className={styles.icon} size={17} stroke={1.7} aria-hidden="true" />
    <div>
      <p className={styles.effectTitle}>{title}</p>
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
  </li>
);

const money = (cents: number, currency: Currency) => formatMoney(toWireAmount(cents), currency);

const PriceBox = ({ plan, price }: { plan: RowPlan; price: NonNullable<RowPlan['price']> }) => {
  const { currency, discount } = price;
  const comparison = compareWithFile(plan.row.cells['total'] ?? '', price.actual, currency);
  return (
    <div className={styles.price}>
      <dl className={styles.lines}>
        <div>
          <dt>
            {formatCount(price.lessons, 'lesson')} × {money(price.rate, currency)}
          </dt>
          <dd>{money(price.original, currency)}</dd>
        </div>
        {discount && (
          <div>
            <dt>{discount.code}</dt>
            <dd>{money(-discount.off, currency)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{money(price.actual, currency)}</dd>
        </div>
      </dl>
      {discount?.refusal && <p className={styles.comparison}>{discount.refusal}</p>}
      {comparison && price.lessons > 0 && <p className={styles.comparison}>{comparison}</p>}
    </div>
  );
};
