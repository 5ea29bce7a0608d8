import { useId } from 'react';
import styles from './segments.module.css';

type Props<Value extends string> = {
  /** Accessible name of the choice. */
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A choice of a few options side by side, such as the view. */
export const Segments = <Value extends string>({
  label,
  choices,
  value: chosen,
  onChange,
}: Props<Value>) => {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.segments} data-small>
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
