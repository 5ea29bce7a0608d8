import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterButton } from './filter-button.tsx';

type Props = {
  label: string;
  value: string;
  changed: boolean;
  opened: boolean;
  onOpened: (opened: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
};

/** A filter button with a popover that contains its input. */
export const FilterPopover = ({ opened, onOpened, className, children, ...filter }: Props) => (
  <Popover
    opened={opened}
    onChange={onOpened}
    position="bottom-start"
    trapFocus
    returnFocus
    withRoles
  >
    <Popover.Target>
      <FilterButton {...filter} onClick={() => onOpened(!opened)} />
    </Popover.Target>
    <Popover.Dropdown aria-label={filter.label} {...(className && { className })}>
      {children}
    </Popover.Dropdown>
  </Popover>
);
