import { Box, Flex, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { ChosenClasses } from './chosen-classes.tsx';
import rows from '../../ui/rows.module.css';
import { limitKinds, type ChosenClass, type LimitKind } from './class-choice.ts';
import styles from './class-limit.module.css';

const ClassLimitDialog = lazyForm(
  async () => (await import('./class-limit-dialog.tsx')).ClassLimitDialog,
);

type Props = {
  chosen: ChosenClass[];
  onChange: (chosen: ChosenClass[]) => void;
  error: string | undefined;
};

/** The classes that a code is limited to, and the three ways to choose them (part 1 §2). */
export const LimitCard = ({ chosen, onChange, error }: Props) => {
  const [kind, setKind] = useState<LimitKind | null>(null);
  return (
    <section className={styles.card} aria-labelledby="limit-title">
      <div className={rows.rows}>
        <Box className={rows.row} py="md">
          <Text id="limit-title" component="h2" variant="title">
            Limit discount code usage
          </Text>
          <Text variant="meta" c="dimmed">
            Without a class, the code applies to every class.
          </Text>
          {error && (
            <Text variant="meta" c="negative" role="alert">
              {error}
            </Text>
          )}
        </Box>
        {limitKinds.map((each) => (
          <Flex
            key={each}
            className={`${rows.row} ${rows.open} ${styles.line}`}
            component="button"
            type="button"
            align="center"
            justify="space-between"
            w="100%"
            onClick={() => setKind(each)}
          >
            <Text span variant="button">
              {each}
            </Text>
            <IconChevronRight size={16} stroke={1.7} aria-hidden="true" />
          </Flex>
        ))}
      </div>
      <ChosenClasses chosen={chosen} onChange={onChange} />
      <ClassLimitDialog
        open={kind}
        chosen={chosen}
        onChange={onChange}
        onClose={() => setKind(null)}
      />
    </section>
  );
};
