import { TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode' | 'min' | 'max'> & {
  /** A number, '' when empty, or other input as typed. */
  value: number | string;
  onChange: (value: number | string) => void;
  /** Maximum number of decimals. */
  decimals: number;
  min: number;
  max?: number;
};

/** A number input that never changes what is typed; the arrow keys count up and down. */
export const NumberInput = (props: Props) => {
  const { value, onChange, onKeyDown, decimals, min, max, ...rest } = props;
  const count = (event: KeyboardEvent, step: number) => {
    const next = Number(value) + step;
    if (!Number.isSafeInteger(next) || next < min || next > (max ?? next)) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      maxLength={20}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      value={String(value)}
      onChange={({ currentTarget: { value: typed } }) => onChange(asNumber(typed))}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'ArrowUp') count(event, 1);
        if (event.key === 'ArrowDown') count(event, -1);
      }}
    />
  );
};

/** The number, if the text is its canonical form; otherwise the text as typed: "1.", "007", "1e1". */
const asNumber = (typed: string): number | string =>
  /^\d+(\.\d+)?$/.test(typed) && String(Number(typed)) === typed ? Number(typed) : typed;
