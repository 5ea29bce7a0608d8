import { Text } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import styles from './filter.module.css';

type Props = ComponentPropsWithRef<'button'> & {
  label: string;
  /** The choice in words. */
  value: string;
  /** The choice differs from the default. */
  changed: boolean;
};

/** "Status **3 of 4**": a filter's label and choice; opens its input. */
export const FilterButton = ({ label, value, changed, className, ...rest }: Props) => (
  <button
    type="button"
    className={[styles.button, className].filter(Boolean).join(' ')}
    data-changed={changed || undefined}
    // A combobox gets no accessible name from its content, so the visible text is set as its name.
    aria-label={`${label} ${value}`}
    {...rest}
  >
    <span className={styles.label}>{label}</span>{' '}
    <Text span inherit truncate fw={550}>
      {value}
    </Text>
    <IconChevronDown className={styles.chevron} size={14} stroke={1.7} aria-hidden="true" />
  </button>
);

export const FiltersIcon = () => (
  <IconAdjustmentsHorizontal className={styles.icon} size={16} stroke={1.7} aria-hidden="true" />
);
