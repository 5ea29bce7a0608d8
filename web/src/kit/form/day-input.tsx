import { DayInput as Input } from '../../ui/day-input.tsx';
import { isDay } from './field.ts';

type Props = {
  label: string;
  /** `YYYY-MM-DD`, '' for none, or what was typed and is no day. */
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  description?: string;
  error: string | undefined;
};

/** The input of a field that is a day: what cannot be read stays in it and is said to be no day. */
export const DayInput = ({ value, onChange, ...rest }: Props) => (
  <Input
    {...rest}
    value={isDay(value) ? value : null}
    onChange={(day) => onChange(day ?? '')}
    onUnreadable={onChange}
  />
);
