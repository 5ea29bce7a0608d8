import {
  changeLessonHomework,
  changeLessonMaterial,
} from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import type { Homework } from 'staffroom-contract/domains/homework/homework.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field, type Common } from '../../kit/form/field-kind.ts';
import { dayTime } from '../../kit/form/field.ts';
import { refreshedByLessonFiles } from './lesson-files.api.ts';

/**
 * A library file by its key, or in a saved record by the material's id. An empty id is a local file that was not
 * uploaded.
 */
export type FileChoice = { _id: string; name: string };

export const isUploaded = (choice: FileChoice | null) => choice?._id !== '';

const libraryFile = (common: Common) =>
  field<FileChoice | null>({
    ...common,
    initial: null,
    read: (record) => {
      const [first] = (record as Partial<Homework>).attachment ?? [];
      return first ? { _id: first.material ?? first.url, name: first.name } : null;
    },
    write: (value, [at = 'file']) =>
      value === null || !isUploaded(value) ? {} : { [at]: value._id },
    problem: (value) =>
      isUploaded(value)
        ? undefined
        : `“${value?.name}” is not uploaded. Upload it again, or choose another file.`,
    isEmpty: (value) => value === null,
    words: (value) => value?.name ?? '',
  });

/** Dates and file of one lesson's homework. */
export const homeworkForm = defineForm({
  noun: 'homework',
  update: changeLessonHomework,
  params: ({ lesson, _id }) => ({ id: lesson._id, homework: _id }),
  refreshes: refreshedByLessonFiles,
  fields: {
    due: dayTime({ label: 'Due', at: 'due_on', required: true }),
    return: dayTime({ label: 'Return', at: 'return_on', required: true }),
    file: libraryFile({ label: 'File' }),
  },
});

/** Replaces a file of a lesson. The old entry no longer exists afterwards, so no version is needed. */
export const replaceFileForm = defineForm({
  noun: 'file',
  create: changeLessonMaterial,
  refreshes: refreshedByLessonFiles,
  fields: {
    file: libraryFile({ label: 'New file', word: 'new file', at: 'file', required: true }),
  },
});
