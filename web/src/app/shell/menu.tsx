import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import { useSettings } from '../../lib/settings.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
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
    <div className={styles.menu}>
      <nav aria-label="Main" className={styles.entries}>
        <Link to="/" className={styles.brand}>
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
      </nav>
      <footer className={styles.footer}>
        <p className={styles.person}>
          <span className={styles.name}>{user.name || '---'}</span>
          <span className={styles.role}>{user._type}</span>
        </p>
        <p className={styles.copyright}>
          <Copyright product={product} today={today} />
        </p>
      </footer>
    </div>
  );
};

const EntryLink = ({ entry, pathname }: { entry: MenuEntry | IconEntry; pathname: string }) => {
  const navigate = useNavigate();
  useShortcut(entry.keys, `Go to ${entry.label}`, () => void navigate({ to: entry.to }));
  const Icon = 'icon' in entry ? entry.icon : undefined;
  return (
    <Link
      to={entry.to}
      className={styles.entry}
      aria-current={isCurrent(entry.to, pathname) ? 'page' : undefined}
    >
      {Icon && <Icon size={17} stroke={1.7} aria-hidden="true" className={styles.icon} />}
      <span className={styles.label}>{entry.label}</span>
      {entry.note && <span className={styles.note}>{entry.note}</span>}
      <span className={styles.keys}>
        <KeyHint keys={entry.keys.toUpperCase()} plain />
      </span>
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
  return (
    <li>
      <Link to={group.to} className={styles.entry} aria-expanded={expanded}>
        <group.icon size={17} stroke={1.7} aria-hidden="true" className={styles.icon} />
        <span className={styles.label}>{group.label}</span>
        <Chevron size={15} stroke={1.7} aria-hidden="true" />
      </Link>
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
