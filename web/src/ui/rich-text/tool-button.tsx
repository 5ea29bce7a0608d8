import { RichTextEditor as Kit } from '@mantine/tiptap';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import styles from './toolbar.module.css';

type Props = Omit<ComponentPropsWithRef<'button'>, 'name' | 'disabled'> & {
  name: string;
  icon: Icon;
  /** The tool's shortcut. */
  keys?: string | undefined;
  /** On or off; undefined for tools without a state. */
  pressed?: boolean | undefined;
  disabled?: boolean;
  /** Shows the name beside the icon. */
  isNamed?: boolean;
};

/** A toolbar button. A disabled one stays in the arrow key order. */
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
