import { DayInput } from './day-input.tsx';
import { TimeInput } from '../../ui/time-input.tsx';
import type { DayTime } from './field.ts';

type Props = {
  /** "Start" gives "Start date" and "Start time". */
  label: string;
  value: DayTime;
  onChange: (value: DayTime) => void;
  required: boolean;
  error: string | undefined;
  /** Class of each of the two inputs in the form's grid. */
  className: string | undefined;
};

/** A date input and a time input for one instant. */
export const DayTimeInput = ({ label, value, onChange, required, error, className }: Props) => (
  <>
    <div className={className}>
      <DayInput
        label={`${label} date`}
        required={required}
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
        error={error}
      />
    </div>
    <div className={className}>
      <TimeInput
        label={`${label} time`}
        required={required}
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
      />
    </div>
  </>
);
