import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { Link, useNavigate, type LinkProps } from '@tanstack/react-router';
import { Fragment, useState, type KeyboardEvent } from 'react';
import { KeyHint } from './key-hint.tsx';
import { useShortcut } from './use-shortcut.ts';
import styles from './row-menu.module.css';

/** An action of a row: a link or a function. */
export type RowAction = {
  label: string;
  icon?: Icon;
  link?: LinkProps;
  onClick?: () => void;
  /** Shown as a button beside the menu: the most frequent action. */
  primary?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  title?: string;
  /** Separated from the entries above by a line. */
  apart?: boolean;
  /** The action is destructive. */
  danger?: boolean;
  /** Shortcut while the row has the focus or its menu is open; '↵' if the list handles it. */
  keys?: string;
};

type Props = {
  /** The row's name, for the menu's label. */
  of: string;
  actions: readonly RowAction[];
};

/** A row's actions: the primary one as a button, the others in a menu, which "." opens. */
export const RowMenu = ({ of, actions }: Props) => {
  const primary = actions.find((action) => action.primary);
  const listed = actions.filter((action) => action !== primary);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const keys = listed.filter(
    ({ keys = '↵', disabled, busy }) => keys !== '↵' && !disabled && !busy,
  );
  // Not in a page's header, which no "." reaches.
  if (listed.length > 0 && box?.closest('[data-row]'))
    keys.push({ keys: '.', label: 'Menu', onClick: () => openMenu(box) });
  return (
    <Group ref={setBox} gap="xs" justify="flex-end" data-row-menu data-screen-only>
      {keys.map((action) => (
        <RowKey key={action.label} action={action} box={box} />
      ))}
      {primary && (
        <Button
          className={styles.act}
          size="xs"
          variant="subtle"
          loading={primary.busy ?? false}
          disabled={primary.disabled ?? false}
          onClick={primary.onClick}
        >
          {primary.label}
        </Button>
      )}
      {listed.length > 0 && (
        <Menu width={210}>
          <Menu.Target>
            <ActionIcon
              className={styles.act}
              size={28}
              aria-label={`Actions for ${of}`}
              loading={listed.some(({ busy }) => busy)}
            >
              <IconDots size={17} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown onKeyDown={pressEntry}>
            {listed.map((action) => (
              <Fragment key={action.label}>
                {action.apart && <Menu.Divider />}
                <Entry {...action} />
              </Fragment>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
};

const openMenu = (box: HTMLElement) =>
  box.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();

/** The shortcut of an action, for the focused row. */
const RowKey = ({
  action: { keys = '', label, link, onClick },
  box,
}: {
  action: RowAction;
  box: HTMLElement | null;
}) => {
  const navigate = useNavigate();
  useShortcut(keys, `${label}, of the row`, () => (link ? void navigate(link) : onClick?.()), {
    when: () => {
      const row = document.activeElement?.closest('[data-row]');
      return row !== null && row !== undefined && row === box?.closest('[data-row]');
    },
  });
  return null;
};

/** The same shortcuts while the menu is open. */
const pressEntry = (event: KeyboardEvent<HTMLElement>) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-keys]')];
  const entry = entries.find(({ dataset }) => dataset.keys === event.key.toLowerCase());
  if (!entry) return;
  event.preventDefault();
  entry.click();
};

const Entry = ({
  label,
  icon: EntryIcon,
  link,
  onClick,
  disabled = false,
  title,
  danger = false,
  keys,
}: RowAction) => (
  <Menu.Item
    leftSection={EntryIcon && <EntryIcon size={16} stroke={1.7} />}
    rightSection={keys && <KeyHint keys={keys.toUpperCase()} />}
    data-keys={keys}
    disabled={disabled}
    title={title}
    {...(danger && { className: styles.danger ?? '' })}
    onClick={onClick}
    {...(link && { renderRoot: (props: object) => <Link {...props} {...link} /> })}
  >
    {label}
  </Menu.Item>
);
