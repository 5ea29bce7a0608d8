import { TextInput } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { countryCodeProblem } from 'staffroom-contract/shared/phone.ts';
import type { Phone } from './field.ts';
import styles from './phone-input.module.css';
import { hasCountryCode, splitPhone } from './split-phone.ts';

type Props = {
  label: string;
  codeLabel: string;
  value: Phone;
  onChange: (value: Phone) => void;
  onBlur?: () => void;
  required: boolean;
  error: string | undefined;
  description?: ReactNode;
};

/**
 * A country code and a number side by side. A number that is pasted or typed with its country code is split into both.
 */
export const PhoneInput = ({ label, codeLabel, value, onChange, onBlur, ...rest }: Props) => {
  const typed = useRef(value.number);
  useEffect(() => {
    typed.current = value.number;
  }, [value.number]);
  const split = async (number: string) => {
    if (!hasCountryCode(number)) return;
    // If the country data cannot be loaded, the number stays and shows its error.
    const phone = await splitPhone(number).catch(() => null);
    if (phone && typed.current === number) onChange(phone);
  };
  return (
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
        onBlur={onBlur}
        error={rest.error !== undefined && countryCodeProblem(value.code) !== undefined}
      />
      <TextInput
        {...rest}
        label={label}
        type="tel"
        autoComplete="off"
        maxLength={40}
        value={value.number}
        onChange={(event) => {
          const number = event.currentTarget.value;
          typed.current = number;
          onChange({ ...value, number });
          if ((event.nativeEvent as InputEvent).inputType === 'insertFromPaste') void split(number);
        }}
        onBlur={() => {
          onBlur?.();
          void split(value.number);
        }}
      />
    </div>
  );
};
