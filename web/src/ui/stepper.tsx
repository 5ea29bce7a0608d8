import { Flex, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import styles from './stepper.module.css';
import { useNarrow, useStacked } from './use-narrow.ts';

/** Numbered steps with a check on completed ones. Where space is short only the current one shows its name. */
export const Stepper = ({ steps, current }: { steps: readonly string[]; current: number }) => {
  const isNarrow = useNarrow();
  const isStacked = useStacked();
  return (
    <Flex component="ol" aria-label="Steps">
      {steps.map((step, index) => {
        const isCurrent = index === current;
        const number =
          index < current ? <IconCheck size={13} stroke={2.4} aria-label="Done:" /> : index + 1;
        if (isNarrow && !isCurrent)
          return (
            <VisuallyHidden key={step} component="li">
              {number} {step}
            </VisuallyHidden>
          );
        return (
          <Flex
            key={step}
            className={styles.step}
            component="li"
            gap="sm"
            align="center"
            variant="strong"
            data-done={index < current || undefined}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <Text className={styles.number} span w={20} h={20} variant="pill">
              {number}
            </Text>
            {isStacked && !isCurrent ? (
              <VisuallyHidden>{step}</VisuallyHidden>
            ) : (
              <span>{step}</span>
            )}
          </Flex>
        );
      })}
    </Flex>
  );
};
