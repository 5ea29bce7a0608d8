import { lazy, Suspense, useState } from 'react';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { LessonSearch } from '../../lesson-page.ts';
import { AddStudentsDialog } from './add-students-dialog.tsx';

// The form is large and rarely needed at first sight of the page.
const LessonFormDialog = lazy(async () => ({
  default: (await import('../form/lesson-form-dialog.tsx')).LessonFormDialog,
}));

type Props = { lesson: Lesson; dialog: LessonSearch['dialog']; onClose: () => void };

/** The dialogs of a lesson's page whose being open stands in the address; for those who manage lessons. */
export const LessonDialogs = ({ lesson, dialog, onClose }: Props) => {
  const { manage } = lesson.abilities;
  const edits = manage && dialog === 'edit';
  const [everEdited, setEverEdited] = useState(edits);
  if (edits && !everEdited) setEverEdited(true);
  return (
    <>
      <AddStudentsDialog lesson={lesson} opened={manage && dialog === 'add'} onClose={onClose} />
      <Suspense>
        {everEdited && (
          <LessonFormDialog
            opened={edits}
            classId={lesson.class}
            lessonId={lesson._id}
            onClose={onClose}
          />
        )}
      </Suspense>
    </>
  );
};
