import { Flex, Group, Box } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import styles from './panel.module.css';

type Props = {
  /** Accessible name, if the panel has no heading that names it. */
  label?: string;
  /** Fills the rest of the page's height. */
  fill?: boolean;
  children: ReactNode;
};

/** The bordered panel of a screen: hairlines inside, one per list. */
export const Panel = ({ label, fill = false, children }: Props) => (
  <Flex
    className={styles.panel}
    component="section"
    direction="column"
    pos="relative"
    miw={0}
    data-fill={fill || undefined}
    aria-label={label}
  >
    {children}
  </Flex>
);

/** The line above the content: heading or tabs at the left, actions at the right. */
export const PanelHeader = ({ children }: { children: ReactNode }) => (
  <Group className={styles.header} justify="space-between" wrap="wrap" mih={48} variant="title">
    {children}
  </Group>
);

/** The part that scrolls; reachable by keyboard, so it needs a name. */
export const PanelScroll = ({
  label,
  busy = false,
  children,
}: {
  label: string;
  busy?: boolean;
  children: ReactNode;
}) => {
  // Back restores the scroll position; another screen's panel with this label starts at the top.
  const [place] = useState(() => `${window.location.pathname} ${label}`);
  return (
    // Focusable, because otherwise the region can only be scrolled with a mouse.
    <Box
      className={styles.scroll}
      pos="relative"
      flex={1}
      mih={0}
      role="region"
      aria-label={label}
      aria-busy={busy}
      tabIndex={0}
      data-scroll-restoration-id={place}
    >
      {children}
    </Box>
  );
};

/** Padded content of a panel that is not a list. */
export const PanelBody = ({ children }: { children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
);

/** The line below: counts at the left, the pager at the right. */
export const PanelFooter = ({
  children,
  screenOnly = false,
}: {
  children: ReactNode;
  /** Not printed. */
  screenOnly?: boolean;
}) => (
  <Flex
    className={styles.footer}
    rowGap="sm"
    columnGap="lg"
    align="center"
    justify="space-between"
    wrap="wrap"
    variant="meta"
    c="secondary"
    data-screen-only={screenOnly || undefined}
  >
    {children}
  </Flex>
);
