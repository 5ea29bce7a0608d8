import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { KeyHint } from './key-hint.tsx';
import { useShortcut } from './use-shortcut.ts';

type Props = { label?: string; onClick: () => void };

/** Opens the form of the record that the page is about; E does the same. */
export const EditButton = ({ label = 'Edit', onClick }: Props) => {
  useShortcut('e', label, onClick);
  return (
    <Button
      leftSection={<IconPencil size={17} stroke={1.7} />}
      rightSection={<KeyHint keys="E" />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
};
