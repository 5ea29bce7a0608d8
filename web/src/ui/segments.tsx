import { useId } from 'react';
import styles from './segments.module.css';

type Props<Value extends string> = {
  /** What is chosen, for assistive technology. */
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of a few choices side by side: what a view shows, or how. */
export const Segments = <Value extends string>({
  label,
  choices,
  value: chosen,
  onChange,
}: Props<Value>) => {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.segments}>
      {choices.map(({ value, label: words }) => (
        <label key={value} data-chosen={value === chosen || undefined}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {words}
        </label>
      ))}
    </div>
  );
};
