import type { orderImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { ReadRow } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { findById } from '../../classes/classes.queries.ts';
import { listActiveOfClass } from '../../lessons/lessons.queries.ts';
import { chooseRowLessons } from './match-import-row.ts';

/** Describes in sentences what a person changed in a row before ordering it; empty without changes. */
export const noteCorrections = async (
  db: Db,
  context: Context,
  read: ReadRow,
  choice: BodyOf<typeof orderImportRow>,
  { repaired }: { repaired: boolean },
): Promise<string> => {
  const notes = choice.instead_of === undefined ? [] : ['Its first order was cancelled.'];
  if (repaired) notes.push('Its cells were corrected by hand.');
  if (choice.name !== undefined && choice.name !== read.name)
    notes.push(`Name changed from '${read.name}' to '${choice.name}'.`);
  if (choice.email.toLowerCase() !== read.email.toLowerCase())
    notes.push(`E-mail changed from '${read.email}' to '${choice.email}'.`);
  const tuitionClass = await findById(db, choice.class);
  if (tuitionClass && tuitionClass.name.toLowerCase() !== read.className.toLowerCase())
    notes.push(`Class changed from '${read.className}' to '${tuitionClass.name}'.`);
  if (choice.type !== undefined && choice.type !== read.type)
    notes.push(`Type changed from '${read.cells.type}' to ${choice.type}.`);
  const expected = await expectedLessons(db, context, read, choice.class);
  const chosen = new Set(choice.lesson);
  if (expected.length !== chosen.size || !expected.every((id) => chosen.has(id)))
    notes.push(
      `${chosen.size} ${chosen.size === 1 ? 'lesson was' : 'lessons were'} chosen by hand.`,
    );
  if (choice.allow_overbook) notes.push('Added although a lesson is full.');
  if (choice.allow_several_lessons) notes.push('A trial of more than one lesson.');
  if (choice.without_discount_code) notes.push('Ordered without the discount code.');
  return notes.join(' ');
};

const expectedLessons = async (db: Db, context: Context, read: ReadRow, classId: string) => {
  const zone = context.settings.businessTimeZone;
  const lessons = await listActiveOfClass(db, classId);
  const known = lessons.map((lesson) => ({
    ...lesson,
    day: businessDayOf(lesson.scheduledAt.toISOString(), zone),
    seats: 0,
  }));
  return chooseRowLessons(
    read,
    { id: classId },
    { lessons: new Map([[classId, known]]) },
  ).lessons.map((lesson) => lesson.id);
};
