import type { RosterPlace } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { isOwned } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { notFound } from '../../platform/errors.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import { studentScope } from '../users/users.policy.ts';
import { lessonScope } from './lessons.policy.ts';
import * as lessonQueries from './lessons.queries.ts';
import * as rosterQueries from './rosters.queries.ts';

/** Returns the students of a lesson with their sources; students out of the actor's scope are only counted. */
export const readRoster = async (context: Context, lessonId: string) => {
  const lesson = await lessonQueries.findById(context.db, lessonId, lessonScope(context.actor));
  if (!lesson) throw notFound('id');
  const sources = await rosterQueries.listSourcesOfLesson(context.db, lessonId);
  const places = [...Map.groupBy(sources, (source) => source.studentId)].map(([, own]) =>
    presentPlace(own),
  );
  const visible = await findVisibleStudents(
    context.db,
    places.map((place) => place.student._id),
    studentScope(context.actor),
  );
  const named = places.filter((place) => visible.has(place.student._id));
  return { data: named, count: places.length, unnamed: places.length - named.length };
};

/** Exports the students of a lesson whom the actor may see as CSV. */
export const exportRoster = async (context: Context, lessonId: string) => {
  const { data } = await readRoster(context, lessonId);
  return csvAnswer('students.csv', rosterColumns, data);
};

const rosterColumns: CsvColumn<RosterPlace>[] = [
  { header: 'name', value: ({ student }) => student.name },
  { header: 'email', value: ({ student }) => student.email },
  { header: 'kind', value: ({ kind }) => kind },
  { header: 'orders', value: ({ sources }) => ids(sources.map(({ order }) => order)) },
  { header: 'added_by', value: ({ sources }) => ids(sources.map(({ added_by }) => added_by)) },
];

const ids = (values: readonly (string | null)[]) =>
  values.filter((value) => value !== null).join('; ');

type Source = Awaited<ReturnType<typeof rosterQueries.listSourcesOfLesson>>[number];

const presentPlace = (sources: Source[]): RosterPlace => {
  const strongest = sources.reduce((best, next) => (isOwned(best.kind, next.kind) ? best : next));
  return {
    student: { _id: strongest.studentId, name: strongest.name, email: strongest.email },
    kind: strongest.kind,
    sources: sources.map((source) => ({
      kind: source.kind,
      order: source.orderId,
      added_by: source.addedBy,
      created: source.created.toISOString(),
    })),
  };
};
