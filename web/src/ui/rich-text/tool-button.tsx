import { RichTextEditor as Kit } from '@mantine/tiptap';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import styles from './toolbar.module.css';

type Props = Omit<ComponentPropsWithRef<'button'>, 'name' | 'disabled'> & {
  name: string;
  icon: Icon;
  /** The keys that do the same. */
  keys?: string | undefined;
  /** On or off; left out where the tool is neither. */
  pressed?: boolean | undefined;
  disabled?: boolean;
  /** Its name stands beside its sign. */
  isNamed?: boolean;
};

/** A tool of the bar. One that can do nothing now keeps its place in the keyboard's way. */
export const ToolButton = (props: Props) => {
  const {
    name,
    icon: ToolIcon,
    keys,
    pressed,
    disabled = false,
    isNamed = false,
    onClick,
    ...others
  } = props;
  return (
    <Kit.Control
      {...others}
      type="button"
      aria-label={name}
      title={keys ? `${name} (${keys})` : name}
      aria-disabled={disabled || undefined}
      active={pressed ?? false}
      data-named={isNamed || undefined}
      className={styles.tool ?? ''}
      onClick={disabled ? undefined : onClick}
      renderRoot={({ tabIndex: _fromTheKit, ...rest }) => (
        <button {...rest} data-tool aria-pressed={pressed} />
      )}
    >
      <ToolIcon size={17} stroke={1.7} aria-hidden="true" />
      {isNamed && <span aria-hidden="true">{name}</span>}
    </Kit.Control>
  );
};
