import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatClock } from '../lib/formats.ts';
import { noSuchTime, parseTime } from './parse-time.ts';

type Props = {
  label: string;
  /** `HH:MM`, or '' for none. */
  value: string;
  /** Gets '' also while what stands in the field is no time. */
  onChange: (time: string) => void;
  required?: boolean;
  disabled?: boolean;
  description?: string | undefined;
  error?: string | undefined;
};

/** A time of day, typed in any usual way; shown as "19:00". What is no time stays in the field, which says so. */
export const TimeInput = ({ value, onChange, required, disabled, error, ...rest }: Props) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  // A value that came from elsewhere takes the place of what was typed.
  const isOwn = typed !== null && (parseTime(typed) ?? '') === value;
  const text = isOwn ? typed : value && formatClock(value);
  const isUnreadable = text.trim() !== '' && parseTime(text) === null;
  return (
    <TextInput
      {...rest}
      required={required ?? false}
      disabled={disabled ?? false}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        onChange(parseTime(next) ?? '');
      }}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        if (!isUnreadable) setTyped(null);
      }}
      error={isUnreadable ? !typing && noSuchTime(text.trim()) : error}
    />
  );
};
