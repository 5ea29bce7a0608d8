import { Button, Text } from '@mantine/core';
import { formatCount } from '../../lib/formats.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { removeClasses, type ChosenClass } from './class-choice.ts';
import styles from './class-limit.module.css';
import type { RowsProps } from './class-rows.tsx';

// Loaded with the first class that is chosen: the dialog for that has it already.
const ClassRows = lazyPart<RowsProps<ChosenClass>>(
  async () => (await import('./class-rows.tsx')).ClassRows,
);

type ChosenProps = { chosen: readonly ChosenClass[]; onChange: (chosen: ChosenClass[]) => void };

/** The selected classes: their number, each removable, and a button that removes all. */
export const ChosenClasses = ({ chosen, onChange }: ChosenProps) => (
  <>
    <div className={`${styles.line} ${styles.head}`}>
      <Text variant="label" c="bright" aria-live="polite">
        {chosen.length === 0
          ? 'No class selected'
          : `${formatCount(chosen.length, 'class', 'classes')} selected`}
      </Text>
      {chosen.length > 0 ? (
        <Button size="xs" variant="subtle" mr={-8} onClick={() => onChange([])}>
          Clear
        </Button>
      ) : (
        <Text variant="meta" c="dimmed">
          The code applies to every class.
        </Text>
      )}
    </div>
    {chosen.length > 0 && (
      <ClassRows
        label="Selected classes"
        classes={chosen}
        actionOf={(row) => ({
          label: 'Remove',
          isRemoval: true,
          run: () => onChange(removeClasses(chosen, [row])),
        })}
      />
    )}
  </>
);
