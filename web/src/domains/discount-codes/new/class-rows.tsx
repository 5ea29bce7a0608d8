import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import styles from './class-limit.module.css';

/** Rows at first, and how many more at a time: a subject may have a thousand classes. */
const step = 50;

type Props<Row> = {
  /** Names the list for assistive technology. */
  label: string;
  classes: readonly Row[];
  /** More about a class beside its name. */
  detailOf?: (row: Row) => string;
  actionOf: (row: Row) => { label: string; run: () => void };
};

/** Classes with what can be done with each; long lists show their first rows and offer the rest. */
export const ClassRows = <Row extends { _id: string; name: string }>(props: Props<Row>) => {
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
