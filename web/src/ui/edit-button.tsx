import { IconPencil } from '@tabler/icons-react';
import { ActButton } from './page-acts.tsx';

/** Opens the form of the record that the page is about; E does the same. */
export const EditButton = ({ onClick }: { onClick: () => void }) => (
  <ActButton label="Edit" icon={IconPencil} keys="e" onClick={onClick} />
);
