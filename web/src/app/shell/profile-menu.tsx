import { Menu } from '@mantine/core';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { logout } from '../../lib/logout.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './header.module.css';

/** The placeholder avatar and its dropdown: Profile and Logout (part 2 §2). */
export const ProfileMenu = () => {
  const { name } = useSessionUser();
  return (
    <Menu width={180}>
      <Menu.Target>
        <button type="button" className={styles.profile} aria-label="Profile menu">
          <Avatar name={name} isSmall />
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
