import { Box, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link, useLinkProps, useNavigate, useRouterState } from '@tanstack/react-router';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import { useSettings } from '../../lib/settings.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { Clip } from '../../ui/clip.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { Brand } from './brand.tsx';
import { Copyright } from './copyright.tsx';
import type { IconEntry, MenuEntry, MenuGroup } from './menu-entries.ts';
import styles from './menu.module.css';
import { isCurrent, visibleMenu } from './visible-menu.ts';

/** The side menu: brand, entries by group, signed-in user. */
export const Menu = () => {
  const user = useSessionUser();
  const { product_name: product, business_day: today } = useSettings();
  const rights = rightsOf(user);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const groups = visibleMenu((route) => mayOpen(rights, route));

  return (
    <Stack gap={0} h="100%" bg="var(--canvas)">
      <Box component="nav" aria-label="Main" className={styles.entries} flex={1} mih={0} pb="md">
        <Link to="/" activeOptions={{ exact: true }} className={styles.brand}>
          <Brand product={product} />
        </Link>
        {groups.map((group) => (
          <ul key={group.entries[0]?.to} className={styles.group}>
            {group.kind === 'tree' ? (
              <TreeEntry group={group} pathname={pathname} />
            ) : (
              group.entries.map((entry) => (
                <li key={entry.to}>
                  <EntryLink entry={entry} pathname={pathname} />
                </li>
              ))
            )}
          </ul>
        ))}
      </Box>
      <Box component="footer" className={styles.footer} flex="none" p="sm">
        <Link to="/profile" className={styles.entry}>
          <VisuallyHidden>Profile: </VisuallyHidden>
          <Clip c="bright" fw={600} flex={1}>
            {user.name || '---'}
          </Clip>
          <Text span variant="meta" c="dimmed">
            {user._type}
          </Text>
        </Link>
        <Text px="sm" variant="pill" fw={400} c="dimmed">
          <Copyright product={product} today={today} />
        </Text>
      </Box>
    </Stack>
  );
};

const EntryLink = ({ entry, pathname }: { entry: MenuEntry | IconEntry; pathname: string }) => {
  const navigate = useNavigate();
  useShortcut(entry.keys, `Go to ${entry.label}`, () => void navigate({ to: entry.to }), {
    isGlobal: true,
  });
  const Icon = 'icon' in entry ? entry.icon : undefined;
  return (
    <Link
      to={entry.to}
      className={styles.entry}
      aria-current={isCurrent(entry.to, pathname) ? 'page' : undefined}
    >
      {Icon && <Icon size={17} stroke={1.7} aria-hidden="true" />}
      <Box component="span" flex={1}>
        {entry.label}
      </Box>
      {entry.note && (
        <Text span variant="pill" fw={400} c="dimmed">
          {entry.note}
        </Text>
      )}
      <KeyHint keys={entry.keys.toUpperCase()} plain />
    </Link>
  );
};

/** Expanded while the path contains the group's marker; a click goes to its address. */
const TreeEntry = ({
  group,
  pathname,
}: {
  group: MenuGroup & { kind: 'tree' };
  pathname: string;
}) => {
  const expanded = pathname.includes(group.marker);
  const Chevron = expanded ? IconChevronDown : IconChevronRight;
  // Its open entry is marked, not the group that leads there too.
  const { 'aria-current': _, ...link } = useLinkProps({ to: group.to });
  return (
    <li>
      <a {...link} className={styles.entry} aria-expanded={expanded}>
        <group.icon size={17} stroke={1.7} aria-hidden="true" />
        <Box component="span" flex={1}>
          {group.label}
        </Box>
        <Chevron size={15} stroke={1.7} aria-hidden="true" />
      </a>
      {expanded && (
        <ul className={styles.branch}>
          {group.entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} pathname={pathname} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};
