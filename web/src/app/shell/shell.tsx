import { Drawer, Flex } from '@mantine/core';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { Shortcuts } from '../../ui/shortcuts.tsx';
import { useMenuBeside } from '../../ui/use-narrow.ts';
import { Header } from './header.tsx';
import { Menu } from './menu.tsx';
import { RequiredSecondFactor } from './required-second-factor.tsx';
import styles from './shell.module.css';

/** The frame of every signed-in screen: menu, header, content (part 2 §2). */
export const Shell = () => {
  const wide = useMenuBeside();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // Stored with the address, so that navigation closes it.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const opened = !wide && openedOn === pathname;
  const setOpened = (value: boolean) => setOpenedOn(value ? pathname : null);

  return (
    <ConfirmProvider>
      <div className={styles.shell}>
        <a href="#content" className={styles.skip}>
          Skip to content
        </a>
        {wide ? (
          <div className={styles.side}>
            <Menu />
          </div>
        ) : (
          <Drawer.Root
            opened={opened}
            onClose={() => setOpened(false)}
            size="var(--menu-width)"
            padding={0}
          >
            <Drawer.Overlay />
            <Drawer.Content aria-label="Menu">
              <Menu />
            </Drawer.Content>
          </Drawer.Root>
        )}
        <Header onMenu={wide ? undefined : () => setOpened(!opened)} menuOpened={opened} />
        <Flex
          component="main"
          id="content"
          className={styles.main}
          direction="column"
          miw={0}
          tabIndex={-1}
          data-scroll-restoration-id="content"
        >
          <RequiredSecondFactor>
            <Outlet />
          </RequiredSecondFactor>
          <div id="floating" />
        </Flex>
      </div>
      <Shortcuts />
    </ConfirmProvider>
  );
};
