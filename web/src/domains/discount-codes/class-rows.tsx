import { ActionIcon, Box, Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../lib/formats.ts';
import { ClassName } from '../../ui/class-name.tsx';
import styles from './class-limit.module.css';

/** Number of rows at first, and per "Show more": a subject may have a thousand classes. */
const step = 50;

export type RowsProps<Row> = {
  /** Accessible name of the list. */
  label: string;
  classes: readonly Row[];
  detailOf?: (row: Row) => string;
  actionOf: (row: Row) => { label: string; isRemoval?: boolean; run: () => void };
};

/** Classes with an action each; long lists show their first rows and a button for more. */
export const ClassRows = <Row extends { _id: string; name: string }>(props: RowsProps<Row>) => {
  const { label, classes, detailOf, actionOf } = props;
  const [shown, setShown] = useState(step);
  const left = classes.length - shown;
  return (
    <>
      <ul aria-label={label}>
        {classes.slice(0, shown).map((row) => {
          const { label: act, isRemoval, run } = actionOf(row);
          return (
            <li key={row._id} className={styles.line}>
              <Box miw={0}>
                <ClassName name={row.name} />
                {detailOf && (
                  <Text variant="meta" c="dimmed">
                    {detailOf(row)}
                  </Text>
                )}
              </Box>
              {isRemoval ? (
                <ActionIcon mr={-8} aria-label={`${act} ${row.name}`} onClick={run}>
                  <IconX size={16} stroke={1.7} />
                </ActionIcon>
              ) : (
                <Button size="xs" variant="subtle" onClick={run}>
                  {act}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {left > 0 && (
        <Button size="xs" m="sm" onClick={() => setShown(shown + step)}>
          Show {Math.min(step, left)} more of {formatCount(classes.length, 'class', 'classes')}
        </Button>
      )}
    </>
  );
};
