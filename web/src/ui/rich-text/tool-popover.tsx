import { Popover } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ToolButton } from './tool-button.tsx';

type Props = {
  name: string;
  icon: Icon;
  pressed?: boolean;
  disabled: boolean;
  children: (close: () => void) => ReactNode;
};

/** A tool with a popover. Escape returns to its button. */
export const ToolPopover = ({ name, icon, pressed, disabled, children }: Props) => {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      // Inside the editor's dialog, which traps the focus.
      withinPortal={false}
      // If it were hidden while its button is scrolled away, it would lose the focus, and Escape would close the dialog.
      hideDetached={false}
    >
      <Popover.Target>
        <ToolButton
          name={name}
          icon={icon}
          pressed={pressed}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown p="sm" data-mantine-stop-propagation="true">
        <div ref={focusFirst}>{children(close)}</div>
      </Popover.Dropdown>
    </Popover>
  );
};

/** Focuses synchronously, so that the next key does not go into the text. */
const focusFirst = (content: HTMLElement | null) =>
  content?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
