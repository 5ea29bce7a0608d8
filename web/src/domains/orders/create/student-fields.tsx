import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { formatCount } from '../../../lib/formats.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { shownPhone, type OrderDraft, type SetDraft } from './order-draft.ts';
import styles from './order-form.module.css';
import type { Problems } from './order-problems.ts';
import type { OrderQuote } from './use-order-quote.ts';

type Props = { draft: OrderDraft; set: SetDraft; state: OrderQuote; problems: Problems };

/** Milliseconds of rest after which an address counts as written to its end. */
const patience = 700;

/** Who the order is for, and from when to when. */
export const StudentFields = ({ draft, set, state, problems }: Props) => {
  const [isTyping, setTyping] = useState(false);
  const [rested] = useDebouncedValue(draft.email, patience);
  const emailProblem = isTyping && rested !== draft.email ? undefined : problems.email;
  const shown = shownPhone(draft, state.student);
  const setDates = (dates: Partial<OrderDraft['dates']>) =>
    set({ dates: { ...draft.dates, ...dates } });
  return (
    <>
      <div className={styles.email}>
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          required
          maxLength={254}
          value={draft.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          error={emailProblem}
        />
        {!emailProblem && (
          <StudentFound student={state.student} quote={state.quote} email={draft.email} />
        )}
      </div>
      <TextInput
        className={styles.countryCode ?? ''}
        label="Country code"
        inputMode="numeric"
        maxLength={5}
        leftSection="+"
        leftSectionWidth={24}
        value={shown.countryCode}
        onChange={(event) => set({ countryCode: event.currentTarget.value })}
        error={problems.phone_country_code}
      />
      <TextInput
        className={styles.phone ?? ''}
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={30}
        value={shown.phone}
        onChange={(event) => set({ phone: event.currentTarget.value })}
        error={problems.phone}
      />
      <div className={styles.start}>
        <DayInput
          label="Start date"
          value={draft.dates.start}
          onChange={(start) => setDates({ start })}
          error={problems.start_date}
        />
      </div>
      <div className={styles.end}>
        <DayInput
          label="End date"
          value={draft.dates.end}
          onChange={(end) => setDates({ end })}
          error={problems.end_date}
        />
      </div>
    </>
  );
};

type FoundProps = { email: string } & Pick<OrderQuote, 'student' | 'quote'>;

const StudentFound = ({ email, student, quote }: FoundProps) => {
  if (!quote || student === undefined || !isEmail(email.trim())) return null;
  const owned = quote.lessons.filter((lesson) => lesson.owned !== null).length;
  return (
    <p className={styles.note} aria-live="polite">
      {student ? (
        <>
          <IconUserCheck size={15} stroke={1.7} aria-hidden="true" />
          <strong>{student.name || 'This student'}</strong>{' '}
          {owned > 0
            ? `owns ${formatCount(owned, 'lesson')} of this class`
            : 'owns no lesson of this class'}
        </>
      ) : (
        <>
          <IconUserPlus size={15} stroke={1.7} aria-hidden="true" />
          New student
        </>
      )}
    </p>
  );
};
