import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment } from 'react';
import styles from './row-menu.module.css';

/** Something that can be done with a row: it leads somewhere or acts. */
export type RowAction = {
  label: string;
  icon?: Icon;
  link?: LinkProps;
  onClick?: () => void;
  /** Stands beside the menu: what staff do most often with such a row. */
  primary?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  title?: string;
  /** A line above parts it from what stands there. */
  apart?: boolean;
  /** It takes something away. */
  danger?: boolean;
};

type Props = {
  /** Whose actions: the row's name. */
  of: string;
  actions: readonly RowAction[];
};

/** What can be done with a row: the most frequent act as a button, the others in a menu. */
export const RowMenu = ({ of, actions }: Props) => {
  const listed = actions.filter(({ primary }) => !primary);
  return (
    <div className={styles.acts}>
      {actions
        .filter(({ primary }) => primary)
        .map(({ label, busy, disabled, onClick }) => (
          <Button
            key={label}
            size="xs"
            loading={busy ?? false}
            disabled={disabled ?? false}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      {listed.length > 0 && (
        <Menu width={210}>
          <Menu.Target>
            <ActionIcon
              className={styles.menu}
              size={30}
              aria-label={`Actions for ${of}`}
              loading={listed.some(({ busy }) => busy)}
            >
              <IconDots size={17} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {listed.map((action) => (
              <Fragment key={action.label}>
                {action.apart && <Menu.Divider />}
                <Entry {...action} />
              </Fragment>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
};

const Entry = ({
  label,
  icon: EntryIcon,
  link,
  onClick,
  disabled = false,
  title,
  danger = false,
}: RowAction) => (
  <Menu.Item
    leftSection={EntryIcon && <EntryIcon size={16} stroke={1.7} />}
    disabled={disabled}
    title={title}
    {...(danger && { className: styles.danger ?? '' })}
    onClick={onClick}
    {...(link && { renderRoot: (props: object) => <Link {...props} {...link} /> })}
  >
    {label}
  </Menu.Item>
);
