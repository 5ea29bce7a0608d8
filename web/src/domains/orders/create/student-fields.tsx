import { Autocomplete, Box, Button, TextInput, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import { cleanText, digitsOf, isEmail } from 'staffroom-contract/shared/text.ts';
import type { Phone } from '../../../kit/form/field.ts';
import { PhoneInput } from '../../../kit/form/phone-input.tsx';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { formatCount, formatPhone } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { studentsNamed, studentsWithPhone, suggestedStudents } from '../orders.api.ts';
import { codeLabel, isNew, type OrderStudent } from './order-draft.ts';
import type { OrderFieldsProps } from './order-fields.tsx';
import { sameStudents } from './same-students.ts';
import { FieldNote } from './field-note.tsx';
import styles from './order-form.module.css';
import type { OrderQuote } from './use-order-quote.ts';

/** Debounce of the student search in milliseconds. */
const debounceMs = 250;
/** Debounce in milliseconds after which a typed address counts as complete. */
const writtenMs = 700;

/** The student of the order: a known one, found by e-mail, phone or name, or name and phone of a new one. */
export const StudentFields = ({ draft, set, state, problems }: OrderFieldsProps) => {
  const [isTyping, setTyping] = useState(false);
  /** Suppresses errors while the user types. */
  const [isTypingPhone, setTypingPhone] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const [written] = useDebouncedValue(draft.email, writtenMs);
  const suggestions = useSuggestions(draft.email);
  const email = cleanText(draft.email).toLowerCase();
  const suggested = suggestions.find((student) => student.email.toLowerCase() === email);
  const isSearch = isTyping && (written !== draft.email || suggestions.length > 0);
  const emailProblem = isSearch ? undefined : problems.email;
  // The quote decides; without a class there is no quote.
  const student = state.student === undefined ? suggested : state.student;
  return (
    <>
      <div className={styles.part}>
        <Autocomplete
          ref={emailInput}
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
          // The server has already searched, also by phone and name.
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
      <div className={`${styles.rest} ${styles.student}`}>
        {student ? (
          <KnownStudent student={student} />
        ) : (
          <>
            <div className={styles.half}>
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
            <div className={styles.all} aria-live="polite">
              <SameStudents
                name={draft.name}
                phone={draft.phone}
                onUse={({ email: known }) => {
                  set({ email: known });
                  // The button disappears with the notice.
                  emailInput.current?.focus();
                }}
              />
            </div>
          </>
        )}
      </div>
    </>
  );
};

type SameProps = {
  name: string;
  phone: Phone;
  onUse: (student: UserSummary) => void;
};

/** Warns of students with the same phone or name, so that a child does not get a second record. */
const SameStudents = ({ name, phone, onUse }: SameProps) => {
  const students = useSameStudents(name, phone);
  if (students.length === 0) return null;
  return (
    <Banner tone="warning" title="This may be a student who has a record already">
      {students.map(({ student, same }) => (
        <Group key={student._id} justify="space-between" wrap="wrap" pt="xs">
          <span>
            <strong>{student.name || student.email}</strong>, {student.email}: same {same}
          </span>
          <Button
            size="xs"
            aria-label={`Use ${student.name || student.email}`}
            onClick={() => onUse(student)}
          >
            Use this student
          </Button>
        </Group>
      ))}
    </Banner>
  );
};

/** Minimum digits of a phone, and letters of a name, for the comparison. */
const leastCompared = { phone: 6, name: 3 };

const useSameStudents = (typedName: string, typedPhone: Phone) => {
  const [name] = useDebouncedValue(cleanText(typedName), writtenMs);
  const [number] = useDebouncedValue(digitsOf(typedPhone.number), writtenMs);
  const byPhone = useQuery({
    ...studentsWithPhone(number),
    enabled: number.length >= leastCompared.phone,
  });
  const byName = useQuery({ ...studentsNamed(name), enabled: name.length >= leastCompared.name });
  const isCurrent = name === cleanText(typedName) && number === digitsOf(typedPhone.number);
  return isCurrent
    ? sameStudents([...(byPhone.data?.data ?? []), ...(byName.data?.data ?? [])], {
        name,
        phone: { ...typedPhone, number },
      })
    : [];
};

/** Students whose e-mail, phone or name contains the typed term; empty while the user types. */
const useSuggestions = (typed: string): readonly UserSummary[] => {
  const [term] = useDebouncedValue(cleanText(typed), debounceMs);
  const { data } = useQuery({ ...suggestedStudents(term), enabled: term !== '' });
  const found = term === cleanText(typed) ? (data?.data ?? []) : [];
  return found.filter(({ email }) => email !== '');
};

const Suggestion = ({ student }: { student: UserSummary | undefined }) =>
  student && (
    <Box miw={0}>
      {student.name || '–'}
      <Text variant="meta" c="secondary" truncate>
        {[student.email, formatPhone(student)].filter(Boolean).join(', ')}
      </Text>
    </Box>
  );

/** A known student's current name and phone; an order does not change them (decisions: Orders). */
const KnownStudent = ({ student }: { student: NonNullable<OrderStudent> }) => (
  <div className={styles.all}>
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
    <FieldNote>
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
    </FieldNote>
  );
};
