import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Phone } from './field.ts';
import styles from './phone-input.module.css';

type Props = {
  label: string;
  codeLabel: string;
  value: Phone;
  onChange: (value: Phone) => void;
  required: boolean;
  error: string | undefined;
  description?: ReactNode;
};

/** A country code and a number, side by side in the form's grid. */
export const PhoneInput = ({ label, codeLabel, value, onChange, ...rest }: Props) => (
  <div className={styles.phone}>
    <TextInput
      label={codeLabel}
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      leftSection="+"
      leftSectionWidth={24}
      value={value.code}
      onChange={(event) => onChange({ ...value, code: event.currentTarget.value })}
    />
    <TextInput
      {...rest}
      label={label}
      type="tel"
      autoComplete="off"
      maxLength={40}
      value={value.number}
      onChange={(event) => onChange({ ...value, number: event.currentTarget.value })}
    />
  </div>
);
