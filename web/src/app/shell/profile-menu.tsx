import { Menu } from '@mantine/core';
import { signOut } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { callOperation } from '../../lib/api-client.ts';
import { initialsOf } from '../../lib/formats.ts';
import { useSessionUser } from '../../lib/session.ts';
import { clearToken } from '../../lib/token.ts';
import styles from './header.module.css';

const logout = async () => {
  try {
    await callOperation(signOut, {});
  } catch {
    // If the server cannot be notified, its session expires unused; here it ends in any case.
  }
  clearToken();
};

/** The placeholder avatar and its dropdown: Profile and Logout (part 2 §2). */
export const ProfileMenu = () => {
  const { name } = useSessionUser();
  return (
    <Menu width={180}>
      <Menu.Target>
        <button type="button" className={styles.profile} aria-label="Profile menu">
          <span className={styles.avatar} data-initials={initialsOf(name) || '–'} />
          <IconChevronDown size={15} stroke={1.7} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to="/profile"
          leftSection={<IconUserCircle size={16} stroke={1.7} />}
        >
          Profile
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.7} />}
          onClick={() => void logout()}
        >
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
