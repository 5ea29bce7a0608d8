import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import type { LessonSearch } from './lesson-page.ts';
import { AddStudentsDialog } from './add-students/add-students-dialog.tsx';

const LessonForm = lazyForm(async () => (await import('./lesson-form.tsx')).LessonForm);

type Props = { lesson: Lesson; dialog: LessonSearch['dialog']; onClose: () => void };

/** The dialogs of a lesson's page whose being open stands in the address; for those who manage lessons. */
export const LessonDialogs = ({ lesson, dialog, onClose }: Props) => {
  const { manage } = lesson.abilities;
  return (
    <>
      <AddStudentsDialog lesson={lesson} opened={manage && dialog === 'add'} onClose={onClose} />
      <LessonForm
        open={manage && dialog === 'edit' ? lesson._id : null}
        classId={lesson.class}
        onClose={onClose}
      />
    </>
  );
};
