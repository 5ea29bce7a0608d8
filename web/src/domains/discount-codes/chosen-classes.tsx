import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../lib/formats.ts';
import { removeClasses, type ChosenClass } from './class-choice.ts';
import styles from './class-limit.module.css';

type ChosenProps = { chosen: readonly ChosenClass[]; onChange: (chosen: ChosenClass[]) => void };

/** The selected classes: their number, each removable, and a button that removes all. */
export const ChosenClasses = ({ chosen, onChange }: ChosenProps) => (
  <div className={styles.list}>
    <div className={styles.listHead}>
      <p className={styles.listTitle} aria-live="polite">
        {chosen.length === 0
          ? 'No class selected'
          : `${formatCount(chosen.length, 'class', 'classes')} selected`}
      </p>
      {chosen.length > 0 && (
        <Button size="xs" variant="subtle" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </div>
    {chosen.length === 0 ? (
      <p className={styles.hint}>The code applies to every class.</p>
    ) : (
      <ClassRows
        label="Selected classes"
        classes={chosen}
        actionOf={(row) => ({
          label: 'Remove',
          run: () => onChange(removeClasses(chosen, [row])),
        })}
      />
    )}
  </div>
);

/** Number of rows at first, and per "Show more": a subject may have a thousand classes. */
const step = 50;

type RowsProps<Row> = {
  /** Accessible name of the list. */
  label: string;
  classes: readonly Row[];
  detailOf?: (row: Row) => string;
  actionOf: (row: Row) => { label: string; run: () => void };
};

/** Classes with an action each; long lists show their first rows and a button for more. */
export const ClassRows = <Row extends { _id: string; name: string }>(props: RowsProps<Row>) => {
  const { label, classes, detailOf, actionOf } = props;
  const [shown, setShown] = useState(step);
  const left = classes.length - shown;
  return (
    <>
      <ul className={styles.rows} aria-label={label}>
        {classes.slice(0, shown).map((row) => {
          const action = actionOf(row);
          return (
            <li key={row._id} className={styles.row}>
              <span className={styles.words}>
                <span className={styles.name}>{row.name}</span>
                {detailOf && <span className={styles.detail}>{detailOf(row)}</span>}
              </span>
              <Button size="xs" variant="subtle" onClick={action.run}>
                {action.label}
              </Button>
            </li>
          );
        })}
      </ul>
      {left > 0 && (
        <Button size="xs" className={styles.more ?? ''} onClick={() => setShown(shown + step)}>
          Show {Math.min(step, left)} more of {formatCount(classes.length, 'class', 'classes')}
        </Button>
      )}
    </>
  );
};
