import { DayInput as Input } from '../../ui/day-input.tsx';
import { isDay } from './field.ts';

type Props = {
  label?: string;
  'aria-label'?: string;
  /** `YYYY-MM-DD`, '' when empty, or unreadable input as typed. */
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  description?: string;
  error: string | undefined;
};

/** Input for a day. Unreadable input stays in the field and gets an error. */
export const DayInput = ({ value, onChange, ...rest }: Props) => (
  <Input
    {...rest}
    value={isDay(value) ? value : null}
    onChange={(day) => onChange(day ?? '')}
    onUnreadable={onChange}
  />
);
