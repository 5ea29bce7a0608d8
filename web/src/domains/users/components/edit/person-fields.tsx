import { PasswordInput, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { FormProblems } from '../../../../lib/form-problems.ts';
import { emailTaken } from '../email-taken.tsx';
import formGrid from '../../../../ui/form-grid.module.css';
import styles from './user-form.module.css';
import type { PersonPlace, PersonValues } from './person.ts';
import { useSharedPhone } from './use-shared-phone.ts';

type Props = {
  values: PersonValues;
  set: (changes: Partial<PersonValues>) => void;
  problems: FormProblems<PersonPlace>;
  /** The last save's failure: a taken e-mail names whose it is. */
  error: unknown;
  /** The person whose form it is; left out for a new one. */
  ownId?: string;
};

/** What every person's form has (part 1 §2, User edit/create: Shared). */
export const PersonFields = ({ values, set, problems, error, ownId }: Props) => (
  <div className={formGrid.grid}>
    <TextInput
      className={formGrid.half ?? ''}
      label="Name"
      required
      autoComplete="off"
      value={values.name}
      onChange={(event) => set({ name: event.currentTarget.value })}
      error={problems.name}
    />
    <EmailField {...{ values, set, problems, error }} />
    <PasswordInput
      className={formGrid.half ?? ''}
      label="Password"
      autoComplete="new-password"
      maxLength={200}
      description={
        ownId
          ? 'Left empty, it stays as it is. A new one ends this person’s sessions.'
          : 'At least 8 characters, a lowercase letter, a capital letter and a number.'
      }
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      value={values.password}
      onChange={(event) => set({ password: event.currentTarget.value })}
      error={problems.password}
    />
    <PhoneFields
      values={values}
      set={set}
      problems={{ code: problems.phone_country_code, phone: problems.phone }}
      warning={useSharedPhone(values, ownId)}
    />
  </div>
);

const EmailField = ({ values, set, problems, error }: Omit<Props, 'ownId'>) => {
  const [typing, setTyping] = useState(false);
  const taken = emailTaken(error);
  return (
    <TextInput
      className={formGrid.half ?? ''}
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="off"
      required
      maxLength={254}
      value={values.email}
      onChange={(event) => {
        setTyping(true);
        set({ email: event.currentTarget.value });
      }}
      onBlur={() => setTyping(false)}
      // An address that is being typed is not wrong yet.
      error={taken ?? (typing ? undefined : problems.email)}
    />
  );
};

type PhoneProps = {
  values: { phone_country_code: string; phone: string };
  set: (changes: { phone_country_code?: string; phone?: string }) => void;
  problems: { code: string | undefined; phone: string | undefined };
  warning?: string | undefined;
  /** Before the labels: "Parent country code". */
  whose?: string;
};

/** A country code and a number. */
export const PhoneFields = ({ values, set, problems, warning, whose }: PhoneProps) => (
  <div className={styles.phone} data-named={whose ? true : undefined}>
    <TextInput
      label={whose ? `${whose} country code` : 'Country code'}
      inputMode="numeric"
      maxLength={8}
      leftSection="+"
      leftSectionWidth={24}
      value={values.phone_country_code}
      onChange={(event) => set({ phone_country_code: event.currentTarget.value })}
      error={problems.code}
    />
    <TextInput
      label={whose ? `${whose} phone` : 'Phone'}
      type="tel"
      autoComplete="off"
      maxLength={40}
      value={values.phone}
      onChange={(event) => set({ phone: event.currentTarget.value })}
      description={warning && <Warning words={warning} />}
      error={problems.phone}
    />
  </div>
);

const Warning = ({ words }: { words: string }) => (
  <span className={styles.warning} role="status">
    <IconAlertTriangle size={14} stroke={1.7} aria-hidden="true" />
    {words}
  </span>
);
