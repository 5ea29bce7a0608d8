import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { KeyHint } from './key-hint.tsx';

type Props = {
  children: ReactNode;
  icon?: ReactNode;
  /** The button's shortcut. */
  keys?: string;
  busy?: boolean;
  disabled?: boolean;
  /** Takes the initial focus of a dialog without fields. */
  focused?: boolean;
  /** If missing, the button submits its form. */
  onClick?: () => void;
};

/** The one filled button of a view; in a dialog it is last and submits with Ctrl ↵. */
export const PrimaryButton = ({
  children,
  icon,
  keys,
  busy,
  disabled,
  focused,
  onClick,
}: Props) => (
  <Button
    variant="filled"
    type={onClick ? 'button' : 'submit'}
    leftSection={icon}
    rightSection={keys ? <KeyHint keys={keys} /> : undefined}
    loading={busy ?? false}
    disabled={disabled ?? false}
    onClick={onClick}
    data-autofocus={focused || undefined}
  >
    {children}
  </Button>
);
