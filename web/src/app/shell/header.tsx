import { ActionIcon, Flex, Group } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSettings } from '../../lib/settings.ts';
import { Palette } from '../../domains/search/palette.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { SchemeToggle } from './scheme-toggle.tsx';

type Props = {
  /** Toggles the menu; undefined if the menu is always visible. */
  onMenu: (() => void) | undefined;
  menuOpened: boolean;
};

export const Header = ({ onMenu, menuOpened }: Props) => {
  const { product_name: product } = useSettings();
  return (
    <Flex component="header" className={styles.header} align="center" gap="md">
      {onMenu && (
        <>
          <ActionIcon aria-label="Menu" aria-expanded={menuOpened} onClick={onMenu}>
            <IconMenu2 size={19} stroke={1.7} />
          </ActionIcon>
          <Link to="/">
            <Brand product={product} />
          </Link>
        </>
      )}
      <Palette />
      <Group>
        <SchemeToggle />
        <ProfileMenu />
      </Group>
    </Flex>
  );
};
