import { eq, sql } from 'drizzle-orm';
import {
  folderOf,
  foldersOf,
  type MaterialFolder,
} from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  materialReasons,
  similarFolders,
  targetOf,
} from 'staffroom-contract/domains/homework/material-names.rules.ts';
import type {
  listMaterialUploadFiles,
  listMaterialUploads,
  MaterialFile,
  MaterialUpload,
  previewMaterialUpload,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/database.ts';
import { notFound, refusal } from '../../../platform/errors.ts';
import { anyOf, defineListQuery } from '../../../platform/list-query.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { LibraryError } from './library.ts';
import * as runQueries from './material-runs.queries.ts';
import { materialRunFiles, materialRuns } from './materials.schema.ts';
import { listLibrary, openLibrary } from './open-library.ts';
import {
  countNewLessons,
  countPlan,
  newHomework,
  newPlaces,
  planFiles,
  type PlannedFile,
} from './plan-upload.ts';

type FileQuery = QueryOf<typeof listMaterialUploadFiles>;
type Preview = ResponseOf<typeof previewMaterialUpload>;
type PreviewFile = Preview['data'][number];

/** Returns a page of what an upload of the folder would do now, with the totals. */
export const previewUpload = async (
  context: Context,
  folder: MaterialFolder,
  query: FileQuery,
): Promise<Preview> => {
  const planned = await planFolder(context, folder);
  const names = await readLibrary((await openLibrary(context.settings)).folders());
  const matching = matchingOf(planned, query);
  return {
    data: matching.slice(query.offset, query.offset + query.max).map(presentPlanned),
    count: matching.length,
    plan: { ...countPlan(planned), lessons: countNewLessons(planned) },
    similar_folders: similarFolders(names, foldersOf(folder)),
  };
};

/** Returns the same as CSV, all files. */
export const exportPreview = async (context: Context, folder: MaterialFolder, query: FileQuery) => {
  const matching = matchingOf(await planFolder(context, folder), query);
  return csvAnswer('material-preview.csv', previewColumns, matching.map(presentPlanned));
};

const planFolder = async (
  { db, settings, clock }: Context,
  folder: MaterialFolder,
): Promise<PlannedFile[]> => {
  const files = await readLibrary(listLibrary(settings, folder));
  return planFiles(db, files, clock.now());
};

/** Awaits a read of the library. Throws library_unavailable. */
const readLibrary = <Read>(reading: Promise<Read>): Promise<Read> =>
  reading.catch((error: unknown) => {
    if (!(error instanceof LibraryError)) throw error;
    throw refusal('library_unavailable', { message: error.message });
  });

const plannedKeys: Record<FileQuery['sortBy'], (planned: PlannedFile) => string | number> = {
  name: ({ file }) => file.name,
  attached: newPlaces,
  homework: newHomework,
};

const matchingOf = (planned: PlannedFile[], { filter, sortBy, order }: FileQuery) => {
  const wanted = valuesOf(filter.outcome);
  const matching = wanted ? planned.filter(({ outcome }) => wanted.includes(outcome)) : planned;
  const direction = order === 'asc' ? 1 : -1;
  const keyOf = plannedKeys[sortBy];
  return matching.toSorted(
    (a, b) => direction * (compare(keyOf(a), keyOf(b)) || compare(a.file.key, b.file.key)),
  );
};

const compare = <Key extends string | number>(a: Key, b: Key) => (a < b ? -1 : Number(a > b));

const presentPlanned = (planned: PlannedFile): PreviewFile => ({
  _id: planned.file.key,
  name: planned.file.name,
  folder: planned.file.folder,
  size: planned.file.size,
  number: planned.number,
  outcome: planned.outcome,
  reason: planned.reason,
  attached: newPlaces(planned),
  homework: newHomework(planned),
  lessons: planned.lessons.map(({ id, classId, className }) => ({
    _id: id,
    class: classId,
    class_name: className,
  })),
});

const uploadColumns: CsvColumn<MaterialUpload>[] = [
  { header: 'folder', value: ({ folder }) => folderOf(folder).label },
  { header: 'state', value: ({ state }) => state },
  { header: 'started_by', value: ({ started_by }) => started_by.name },
  { header: 'created', time: ({ created }) => created },
  { header: 'ended_on', time: ({ ended_on }) => ended_on },
  { header: 'files', value: ({ done }) => done.files },
  { header: 'attached', value: ({ done }) => done.attached },
  { header: 'homework', value: ({ done }) => done.homework },
  { header: 'unmatched', value: ({ done }) => done.outcomes.unmatched },
  { header: 'refused', value: ({ done }) => done.outcomes.refused },
  { header: 'problem', value: ({ problem }) => problem },
];

/** The uploads, latest first. */
export const uploadList = defineListQuery<QueryOf<typeof listMaterialUploads>, MaterialUpload>({
  from: materialRuns,
  sort: {
    created: materialRuns.created,
    files: runQueries.sumOfRun(sql`count(*)`),
    attached: runQueries.sumOfRun(sql`sum(file.attached)`),
    homework: runQueries.sumOfRun(sql`sum(file.homework)`),
    unmatched: runQueries.sumOfRun(sql`count(*) filter (where file.outcome = 'unmatched')`),
  },
  where: {},
  cards: (db, ids) => readRuns(db, ids),
  csv: ['material-uploads.csv', uploadColumns],
});

/** Returns the progress of an upload. Throws not_found. */
export const readRun = async (db: Db, id: string): Promise<{ data: MaterialUpload }> => {
  const [data] = await readRuns(db, [id]);
  if (!data) throw notFound('id');
  return { data };
};

const readRuns = async (db: Db, ids: string[]): Promise<MaterialUpload[]> => {
  const rows = await runQueries.selectRuns(db, ids);
  const counts = Map.groupBy(await runQueries.countFiles(db, ids), ({ runId }) => runId);
  const lessons = await runQueries.countLessons(db, ids);
  return rows.map(({ run, startedByName }) => ({
    _id: run.id,
    folder: run.folder,
    state: run.state,
    started_by: { _id: run.startedBy, name: startedByName },
    created: run.created.toISOString(),
    ended_on: run.endedAt?.toISOString() ?? null,
    total: run.total,
    done: {
      ...doneOf(counts.get(run.id) ?? []),
      // A run without files changed no lessons.
      lessons: lessons.has(run.id) ? (lessons.get(run.id) ?? null) : 0,
    },
    problem: run.problem,
  }));
};

const doneOf = (counts: Awaited<ReturnType<typeof runQueries.countFiles>>) => {
  const sum = (of: 'files' | 'attached' | 'homework') =>
    counts.reduce((total, count) => total + count[of], 0);
  const outcomes = { attached: 0, already_attached: 0, unmatched: 0, refused: 0 };
  for (const { outcome, files } of counts) outcomes[outcome] = files;
  return { files: sum('files'), attached: sum('attached'), homework: sum('homework'), outcomes };
};

/** The files that an upload has processed. Throws not_found. */
export const filesOfRun = async (context: Context, runId: string) => {
  await readRun(context.db, runId);
  return filesOf(runId);
};

const filesOf = (runId: string) =>
  defineListQuery<FileQuery, MaterialFile>({
    from: materialRunFiles,
    id: materialRunFiles.key,
    scope: () => eq(materialRunFiles.runId, runId),
    sort: {
      name: materialRunFiles.name,
      attached: materialRunFiles.attached,
      homework: materialRunFiles.homework,
    },
    where: { outcome: anyOf(materialRunFiles.outcome) },
    cards: async (db, keys) => {
      const rows = await db
        .select()
        .from(materialRunFiles)
        .where(
          sql`${materialRunFiles.runId} = ${runId} and ${anyOfList(materialRunFiles.key, keys, 'text')}`,
        );
      return rows.map(({ runId: _run, lessonIds: _lessons, key, ...row }) => ({
        _id: key,
        ...row,
        number: numberOf(row.folder, row.name),
      }));
    },
    csv: ['material-upload.csv', fileColumns],
  });

const numberOf = (folder: MaterialFolder, name: string) => {
  const target = targetOf(folder, name);
  return typeof target === 'string' ? null : target;
};

const fileColumns: CsvColumn<MaterialFile>[] = [
  { header: 'folder', value: ({ folder }) => folderOf(folder).label },
  { header: 'name', value: ({ name }) => name },
  { header: 'size', value: ({ size }) => size },
  { header: 'outcome', value: ({ outcome }) => outcome },
  { header: 'reason', value: ({ reason }) => reason && materialReasons[reason] },
  { header: 'attached', value: ({ attached }) => attached },
  { header: 'homework', value: ({ homework }) => homework },
];

const previewColumns: CsvColumn<PreviewFile>[] = [
  ...fileColumns,
  { header: 'classes', value: ({ lessons }) => lessons.map((one) => one.class_name).join('; ') },
];
