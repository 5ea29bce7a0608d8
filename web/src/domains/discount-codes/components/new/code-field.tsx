import { TextInput } from '@mantine/core';
import { cleanCode } from '../../discount-draft.ts';
import styles from './discount-form.module.css';

type Props = { value: string; onChange: (code: string) => void; error: string | undefined };

/** The code, in capitals as it is typed (part 1 §2). */
export const CodeField = ({ value, onChange, error }: Props) => (
  <TextInput
    label="Code"
    required
    className={styles.code ?? ''}
    autoComplete="off"
    spellCheck={false}
    maxLength={80}
    value={value}
    onChange={({ currentTarget: input }) => {
      // Written into the field itself, so that the cursor stays where somebody types in the middle.
      const { selectionStart, selectionEnd } = input;
      input.value = input.value.toUpperCase();
      input.setSelectionRange(selectionStart, selectionEnd);
      onChange(input.value);
    }}
    onBlur={() => onChange(cleanCode(value))}
    error={error}
  />
);
