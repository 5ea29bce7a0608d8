import type { CreateLesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import type { lessons } from './lessons.schema.ts';

type Fields = {
  [
    Field in keyof Omit<CreateLesson, 'tutor' | 'ta' | 'class' | 'allow_overlap' | 'allow_unusual'>
  ]?: CreateLesson[Field] | undefined;
};

/** The columns that written fields change; what was not written is absent. */
export const toColumns = (fields: Fields): Partial<typeof lessons.$inferInsert> => ({
  name: fields.name,
  description: fields.desc === undefined ? undefined : cleanRichText(fields.desc),
  term: fields.meta?.term,
  lessonIndex: fields.meta?.index,
  scheduledOn: fields.scheduled_on === undefined ? undefined : new Date(fields.scheduled_on),
  endedOn: fields.ended_on === undefined ? undefined : new Date(fields.ended_on),
  hostingPlatform: fields.hosting_platform,
  hostingType: fields.hosting_type,
  isActive: fields.is_active,
  isReleased: fields.is_released,
});
