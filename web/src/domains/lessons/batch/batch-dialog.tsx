import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MissingDialog } from '../../../ui/missing-dialog.tsx';

// Loaded lazily: the form is large and only needed for classes without lessons.
const BatchForm = lazyPart(async () => (await import('./batch-form.tsx')).BatchForm, {
  missing: ({ opened, onClose }, retry) => <MissingDialog {...{ opened, onClose, retry }} />,
});

type Props = { opened: boolean; tuitionClass: Class; onClose: () => void };

/** Add batch lessons: plans a class's lessons and saves them one by one (part 1 §2, Batch lesson dialog). */
export const BatchDialog = ({ opened, tuitionClass, onClose }: Props) => (
  <FreshForm record={opened ? tuitionClass : null}>
    {(shown, isOpened) => <BatchForm opened={isOpened} tuitionClass={shown} onClose={onClose} />}
  </FreshForm>
);
