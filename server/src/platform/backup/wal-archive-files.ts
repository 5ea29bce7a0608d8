import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** A base backup, as PostgreSQL describes it in the archive of its log. */
export type ArchivedBackup = {
  /** The name of the backup, without `.tar.gz`. */
  label: string;
  timeline: number;
  /** Number of the segment in which it began. */
  firstSegment: number;
  /** Position in the log at which the copy is consistent. */
  end: bigint;
  /** When it ended, to the second. */
  ended: Date;
};

/** A restored server's own part of the log. */
type Timeline = {
  id: number;
  /** The restore that began it. */
  since: Date;
  /** Its ancestors, with the position at which the log left each. */
  ancestors: { id: number; end: bigint }[];
};

/** A file of the log: its name, timeline and number. */
type Segment = { name: string; timeline: number; number: number };

const dayMs = 86_400_000;

/** Position in the log, such as `0/2000158`. */
const positionOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** Number of the segment of 16 MB that contains a position. */
export const segmentOf = (position: string): number => Number(positionOf(position) >> 24n);

/** The name of a segment: 8 hexadecimal digits each for timeline, position / 4 GB and segment of these. */
export const segmentName = (timeline: number, number: number): string =>
  [timeline, Math.floor(number / 256), number % 256]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');

const readSegment = (name: string): Segment => {
  const [timeline = 0, high = 0, low = 0] = [0, 8, 16].map((at) =>
    Number.parseInt(name.slice(at, at + 8), 16),
  );
  return { name, timeline, number: high * 256 + low };
};

/** How many complete segments come after `archived` and before `current`; 0 if that is not the name of a segment. */
export const countBetween = (archived: string, current: string): number =>
  /^[0-9A-F]{24}/.test(archived)
    ? Math.max(0, readSegment(current).number - readSegment(archived).number - 1)
    : 0;

/** Segments of the archive, in the order of their names. */
export const listSegments = async (archive: string): Promise<Segment[]> =>
  (await readdir(archive))
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .toSorted()
    .map((name) => readSegment(name.slice(0, 24)));

/** The base backups that the archive knows. */
export const listArchivedBackups = async (archive: string): Promise<ArchivedBackup[]> => {
  const names = (await readdir(archive)).filter((name) => backupName.test(name));
  return Promise.all(
    names.map(async (name) => parseBackup(await readPacked(join(archive, name)), name)),
  );
};

const backupName = /^[0-9A-F]{24}\.[0-9A-F]{8}\.backup\.gz$/;

const parseBackup = (text: string, name: string): ArchivedBackup => {
  const lines = linesOf(text);
  const { timeline, number } = readSegment(name);
  return {
    label: lines.get('LABEL') ?? '',
    timeline,
    firstSegment: number,
    end: positionOf(lines.get('STOP WAL LOCATION')?.split(' ')[0] ?? '0/0'),
    ended: new Date((lines.get('STOP TIME') ?? '').replace(' UTC', 'Z')),
  };
};

/** Lines such as `START TIME: 2026-11-27 06:05:13 UTC`, by their first part. */
export const linesOf = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );

/** The timelines of servers that were restored, by their number. */
export const listTimelines = async (archive: string): Promise<Timeline[]> => {
  const names = (await readdir(archive)).filter((name) => /^[0-9A-F]{8}\.history\.gz$/.test(name));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const id = Number.parseInt(name.slice(0, 8), 16);
      const text = await readPacked(join(archive, name));
      return {
        id,
        since: new Date(new RegExp(`^# ${id} since (.+)$`, 'm').exec(text)?.[1] ?? 0),
        ancestors: [...text.matchAll(/^(\d+)\t([0-9A-F]+\/[0-9A-F]+)/gm)].map(
          ([, ancestor = '', end = '']) => ({ id: Number(ancestor), end: positionOf(end) }),
        ),
      };
    }),
  );
};

/** The line in a timeline's history from which `listTimelines` knows its beginning; PostgreSQL skips it. */
export const sinceLine = (id: number, since: Date): string =>
  `# ${id} since ${since.toISOString()}\n`;

const readPacked = async (file: string): Promise<string> =>
  (await promisify(gunzip)(await readFile(file))).toString();

/**
 * Deletes the segments before the first one of all `kept` backups, which no restore of these needs, and what a crash
 * left more than a day ago. Without a kept backup that the archive knows it deletes nothing; histories of timelines
 * always stay. Returns how many files it deleted.
 */
export const trimArchive = async (archive: string, kept: readonly string[]): Promise<number> => {
  const labels = new Set(kept.map((name) => name.replace(/\.tar\.gz(\.enc)?$/, '')));
  const known = (await listArchivedBackups(archive)).filter(({ label }) => labels.has(label));
  if (known.length === 0) return 0;
  const first = Math.min(...known.map(({ firstSegment }) => firstSegment));
  const names = await readdir(archive);
  const old = names.filter(
    (name) =>
      /^[0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?\.gz$/.test(name) &&
      readSegment(name).number < first,
  );
  for (const name of names.filter((each) => each.startsWith('unfinished-')))
    if ((await stat(join(archive, name))).mtimeMs < Date.now() - dayMs) old.push(name);
  for (const name of old) await rm(join(archive, name), { force: true });
  return old.length;
};
