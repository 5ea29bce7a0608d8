import { Drawer } from '@mantine/core';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { Shortcuts } from '../../ui/shortcuts.tsx';
import { useWide } from '../../ui/use-narrow.ts';
import { Header } from './header.tsx';
import { Menu } from './menu.tsx';
import styles from './shell.module.css';

/** The frame of every signed-in screen: menu, header, content (part 2 §2). */
export const Shell = () => {
  const wide = useWide();
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
            classNames={{ content: styles.drawer }}
          >
            <Drawer.Overlay />
            <Drawer.Content aria-label="Menu">
              <Menu />
            </Drawer.Content>
          </Drawer.Root>
        )}
        <Header onMenu={wide ? undefined : () => setOpened(!opened)} menuOpened={opened} />
        <main
          id="content"
          className={styles.main}
          tabIndex={-1}
          data-scroll-restoration-id="content"
        >
          <Outlet />
          <div id="floating" />
        </main>
      </div>
      <Shortcuts />
    </ConfirmProvider>
  );
};
