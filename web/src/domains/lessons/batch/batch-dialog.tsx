import { lazy, Suspense } from 'react';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { FreshForm } from '../../../ui/fresh-form.tsx';

// The form is large, and only a class without lessons takes it.
const BatchForm = lazy(async () => ({ default: (await import('./batch-form.tsx')).BatchForm }));

type Props = { opened: boolean; tuitionClass: Class; onClose: () => void };

/** Add batch lessons: plans a class's lessons and saves one after another (part 1 §2, Batch lesson dialog). */
export const BatchDialog = ({ opened, tuitionClass, onClose }: Props) => (
  <FreshForm record={opened ? tuitionClass : null}>
    {(shown, isOpened) => (
      <Suspense>
        <BatchForm opened={isOpened} tuitionClass={shown} onClose={onClose} />
      </Suspense>
    )}
  </FreshForm>
);
