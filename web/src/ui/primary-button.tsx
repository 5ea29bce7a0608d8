import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { KeyHint } from './key-hint.tsx';

type Props = {
  children: ReactNode;
  icon?: ReactNode;
  /** The key that does the same, where there is one. */
  keys?: string;
  busy?: boolean;
  disabled?: boolean;
  /** Has the focus when its dialog opens, where there is no field to fill. */
  focused?: boolean;
  /** Without it the button submits its form. */
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
