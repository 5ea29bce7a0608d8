import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';

/** Opens the person's form; E does the same. */
export const EditButton = ({ onClick }: { onClick: () => void }) => {
  useShortcut('e', 'Edit', onClick);
  return (
    <Button
      leftSection={<IconPencil size={16} stroke={1.7} />}
      rightSection={<KeyHint keys="E" />}
      onClick={onClick}
    >
      Edit
    </Button>
  );
};
