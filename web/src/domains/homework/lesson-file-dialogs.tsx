import { SimpleGrid } from '@mantine/core';
import type { Homework } from 'staffroom-contract/domains/homework/homework.contract.ts';
import type { LessonMaterial } from 'staffroom-contract/domains/homework/materials.contract.ts';
import { DayTimeInput } from '../../kit/form/day-time-input.tsx';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { submissionWords } from './homework-words.ts';
import { homeworkForm, isUploaded, replaceFileForm } from './lesson-files.form.ts';
import { LibraryFileChoice } from './library-file-choice.tsx';

type HomeworkProps = { open: Homework | null; onClose: () => void };

/** Changes the dates or the file of one lesson's homework. */
export const HomeworkDialog = ({ open, onClose }: HomeworkProps) => (
  <FreshForm record={open}>
    {(homework, opened) => <HomeworkForm homework={homework} opened={opened} onClose={onClose} />}
  </FreshForm>
);

type FormProps = { homework: Homework; opened: boolean; onClose: () => void };

const HomeworkForm = ({ homework, ...dialog }: FormProps) => {
  const form = useFormState(homeworkForm, {
    ...dialog,
    record: homework,
    done: 'Homework changed',
    gone: 'This homework is no longer on the lesson',
  });
  return (
    <ActDialog
      title="Edit homework"
      form={form}
      actLabel="Save"
      size={520}
      disabled={!isUploaded(form.values.file)}
    >
      <p>
        <strong>{homework.name}</strong>, on this lesson only. {submissionWords(homework.stat)}.
      </p>
      <SimpleGrid cols={2} spacing="md">
        <DayTimeInput {...form.field('due')} className={undefined} />
        <DayTimeInput {...form.field('return')} className={undefined} />
      </SimpleGrid>
      <LibraryFileChoice {...form.field('file')} />
    </ActDialog>
  );
};

type ReplaceProps = { open: LessonMaterial | null; lessonId: string; onClose: () => void };

/** Replaces a file of one lesson with another library file or a new upload. */
export const ReplaceFileDialog = ({ open, lessonId, onClose }: ReplaceProps) => (
  <FreshForm record={open}>
    {(file, opened) => (
      <ReplaceForm file={file} lessonId={lessonId} opened={opened} onClose={onClose} />
    )}
  </FreshForm>
);

type ReplaceFormProps = {
  file: LessonMaterial;
  lessonId: string;
  opened: boolean;
  onClose: () => void;
};

const ReplaceForm = ({ file, lessonId, ...dialog }: ReplaceFormProps) => {
  const form = useFormState(replaceFileForm, {
    ...dialog,
    params: { id: lessonId, material: file._id },
    done: 'File replaced',
    gone: `${file.name} is no longer on this lesson`,
  });
  return (
    <ActDialog
      title="Replace file"
      form={form}
      actLabel="Replace"
      disabled={!isUploaded(form.values.file)}
    >
      <p>
        <strong>{file.name}</strong>, on this lesson only.
      </p>
      <LibraryFileChoice {...form.field('file')} />
    </ActDialog>
  );
};
