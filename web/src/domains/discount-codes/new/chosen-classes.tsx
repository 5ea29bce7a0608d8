import { Button } from '@mantine/core';
import { formatCount } from '../../../lib/formats.ts';
import { removeClasses, type ChosenClass } from '../class-choice.ts';
import { ClassRows } from './class-rows.tsx';
import styles from './class-limit.module.css';

type Props = { chosen: readonly ChosenClass[]; onChange: (chosen: ChosenClass[]) => void };

/** The selected list: how many classes, each removable, and all of them at once. */
export const ChosenClasses = ({ chosen, onChange }: Props) => (
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
