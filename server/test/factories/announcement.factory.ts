import { sendAnnouncement } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { users } from '../../src/domains/identity/users.schema.ts';
import { rosterSources } from '../../src/domains/lessons/lessons.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aClassWithLessons } from './class.factory.ts';
import { insertRows } from './insert-row.ts';

type Person = Partial<typeof users.$inferInsert> & { kind?: PlaceKind };

/** A lesson with these students, by default paying; each has a unique e-mail and phone. */
export const aLessonWith = async (app: Stage, people: readonly Person[]) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const lesson = lessons[0]!;
  const name = unique('pupil');
  const rows = people.map(({ kind: _kind, ...values }, index) => ({
    type: 'Student' as const,
    name: `Pupil ${index + 1}`,
    email: `${name}-${index + 1}@example.com`,
    phoneCountryCode: '65',
    phone: String(80_000_000 + index),
    ...values,
  }));
  const students = await insertRows(app, users, rows);
  const { id: addedBy } = await app.as('Admin');
  const sources = students.map(({ id: studentId }, index) => ({
    lessonId: lesson.id,
    studentId,
    kind: people[index]?.kind ?? ('PAYMENT' as const),
    addedBy,
  }));
  await insertRows(app, rosterSources, sources);
  return { tuitionClass, lesson, students };
};

export const pupils = (count: number, values: Person = {}): Person[] =>
  Array.from({ length: count }, () => values);

type Body = BodyInput<typeof sendAnnouncement>;

export const anEmailBody = (values: Partial<Body> = {}): Body => ({
  subject: 'Saturday starts at 14:30',
  content: '<p>Dear parents, the lesson starts at <strong>14:30</strong>.</p>',
  ...values,
});

/** An announcement of a lesson to its paying students, by default by e-mail. */
export const anAnnouncement = async (
  app: Stage,
  lessonId: string,
  { type = 'email', ...values }: Partial<Body> & { type?: 'email' | 'sms' } = {},
) => {
  const admin = await app.as('Admin');
  const body = type === 'email' ? anEmailBody(values) : { content: 'Class at 14:30', ...values };
  const answer = await admin.call(sendAnnouncement, {
    params: { scope: 'lesson', id: lessonId, type, recipients: 'student' },
    body,
  });
  return answer.data;
};
