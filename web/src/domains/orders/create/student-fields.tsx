import { Autocomplete, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import { cleanText, isEmail } from '@staffroom/contract/shared/text.ts';
import { PhoneInput } from '../../../kit/form/phone-input.tsx';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { formatCount, formatPhone } from '../../../lib/formats.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { suggestedStudents } from '../orders.api.ts';
import { codeLabel, isNew, type OrderStudent } from './order-draft.ts';
import type { OrderFieldsProps } from './order-fields.tsx';
import styles from './order-form.module.css';
import type { OrderQuote } from './use-order-quote.ts';

/** Milliseconds of rest after which students are looked for. */
const debounceMs = 250;
/** Milliseconds of rest after which an address counts as written to its end. */
const writtenMs = 700;

/** Whom the order is for: a known student, found by e-mail, phone or name, or the name and phone of a new one. */
export const StudentFields = ({ draft, set, state, problems }: OrderFieldsProps) => {
  const [isTyping, setTyping] = useState(false);
  /** What stands there is not wrong yet. */
  const [isTypingPhone, setTypingPhone] = useState(false);
  const [written] = useDebouncedValue(draft.email, writtenMs);
  const suggestions = useSuggestions(draft.email);
  const email = cleanText(draft.email).toLowerCase();
  const suggested = suggestions.find((student) => student.email.toLowerCase() === email);
  const isSearch = isTyping && (written !== draft.email || suggestions.length > 0);
  const emailProblem = isSearch ? undefined : problems.email;
  // The quote decides; until a class is chosen there is none.
  const student = state.student === undefined ? suggested : state.student;
  return (
    <>
      <div className={styles.email}>
        <Autocomplete
          label="E-mail"
          placeholder="E-mail, or search by phone or name"
          inputMode="email"
          autoComplete="off"
          required
          maxLength={254}
          openOnFocus={false}
          value={draft.email}
          onChange={(typed) => set({ email: typed })}
          data={suggestions.map((each) => each.email)}
          // The server has searched already, by phone and name too.
          filter={({ options }) => options}
          renderOption={({ option }) => (
            <Suggestion student={suggestions.find((each) => each.email === option.value)} />
          )}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          error={emailProblem}
        />
        {!emailProblem && !state.isUnanswered && (
          <StudentFound student={state.student} quote={state.quote} email={draft.email} />
        )}
      </div>
      <div className={styles.student}>
        {student ? (
          <KnownStudent student={student} />
        ) : (
          <>
            <div className={styles.name}>
              <TextInput
                label="Name"
                autoComplete="off"
                required={isNew(draft, state.student)}
                maxLength={200}
                value={draft.name}
                onChange={(event) => set({ name: event.currentTarget.value })}
                error={problems.name}
              />
            </div>
            <PhoneInput
              label="Phone"
              codeLabel={codeLabel}
              required={false}
              value={draft.phone}
              onChange={(phone) => {
                setTypingPhone(true);
                set({ phone });
              }}
              onBlur={() => setTypingPhone(false)}
              error={isTypingPhone ? undefined : (problems.phone ?? problems.phone_country_code)}
            />
          </>
        )}
      </div>
    </>
  );
};

/** The students whose e-mail, phone or name holds what was typed; none until it rests. */
const useSuggestions = (typed: string): readonly UserSummary[] => {
  const [term] = useDebouncedValue(cleanText(typed), debounceMs);
  const { data } = useQuery({ ...suggestedStudents(term), enabled: term !== '' });
  const found = term === cleanText(typed) ? (data?.data ?? []) : [];
  return found.filter(({ email }) => email !== '');
};

const Suggestion = ({ student }: { student: UserSummary | undefined }) =>
  student && (
    <span className={styles.suggestion}>
      <span>{student.name || '–'}</span>
      <span className={styles.contact}>
        {[student.email, formatPhone(student)].filter(Boolean).join(', ')}
      </span>
    </span>
  );

/** A known student's name and phone as they are; an order does not change them (decisions: Orders). */
const KnownStudent = ({ student }: { student: NonNullable<OrderStudent> }) => (
  <div className={styles.known}>
    <Facts>
      <Fact label="Name">
        <RecordLink to="student" id={student._id} name={student.name || '–'} />
      </Fact>
      <Fact label="Phone">{formatPhone(student)}</Fact>
    </Facts>
  </div>
);

type FoundProps = { email: string } & Pick<OrderQuote, 'student' | 'quote'>;

const StudentFound = ({ email, student, quote }: FoundProps) => {
  if (!quote || student === undefined || !isEmail(cleanText(email))) return null;
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
