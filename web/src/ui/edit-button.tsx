import { IconPencil } from '@tabler/icons-react';
import { ActButton } from './page-acts.tsx';

/** Opens the form of the page's record; its shortcut is E. */
export const EditButton = ({ onClick }: { onClick: () => void }) => (
  <ActButton label="Edit" icon={IconPencil} keys="e" onClick={onClick} />
);
