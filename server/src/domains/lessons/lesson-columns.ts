import type { CreateLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { columnsOf } from '../../platform/wire.ts';
import { lessons } from './lessons.schema.ts';

type Fields = {
  [
    Field in keyof Omit<
      CreateLesson,
      'tutor' | 'ta' | 'class' | 'allow_overlap' | 'allow_host_overlap' | 'allow_unusual'
    >
  ]?: CreateLesson[Field] | undefined;
};

/** Returns the columns for the given fields; absent fields are left out. */
export const toColumns = ({ desc: description, meta, ...fields }: Fields) =>
  columnsOf(lessons, { ...fields, description, term: meta?.term, lessonIndex: meta?.index });
