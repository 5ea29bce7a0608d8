import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PrimaryButton } from '../../../../ui/primary-button.tsx';
import { useShortcut } from '../../../../ui/use-shortcut.ts';
import type { StaffSearch } from '../../staff-search.ts';

type Props = { search: StaffSearch; onSearchChange: (search: StaffSearch) => void };

/** The secondary buttons of the page's header while the Staff tab is open. */
export const StaffLinks = ({ search, onSearchChange }: Props) => (
  <>
    <Button component={Link} to="/user/roles">
      Roles
    </Button>
    <Button onClick={() => onSearchChange({ ...search, tokens: 'list' })}>Service tokens</Button>
  </>
);

/** The primary button of the page's header while the Staff tab is open. */
export const CreateStaffButton = ({ search, onSearchChange }: Props) => {
  const create = () => onSearchChange({ ...search, staff: 'new' });
  useShortcut('c', 'Create staff account', create);
  return (
    <PrimaryButton icon={<IconPlus size={17} stroke={1.7} />} keys="C" onClick={create}>
      Create staff account
    </PrimaryButton>
  );
};
