import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { askBucket, bytesOf, listBucket, textOf, type Asked } from '../bucket.ts';
import type { BucketSettings } from '../bucket-settings.ts';
import { isBackupName, packBackup } from './backup-archive.ts';

/** Bytes of one part: 10,000 of them are the largest file that S3 accepts in parts. */
const usualPartBytes = 64 * 1024 * 1024;
const dayMs = 86_400_000;

type Stop = { stop?: AbortSignal | undefined };

const naming = { what: 'The bucket of the backups', Failure: Error };

const ask = (bucket: BucketSettings, asked: Asked) => askBucket(bucket, asked, naming);

/** Sends a request whose response has no content of interest. */
const tell = async (bucket: BucketSettings, asked: Asked) => {
  const answer = await ask(bucket, asked);
  await answer.body?.cancel();
  return answer;
};

/**
 * Copies an archive into the bucket under its name, in parts if it is large; S3 compares every part with its SHA-256. The
 * archive appears in the bucket only when it is complete. Throws with a message for the operator.
 */
export const uploadArchive = async (
  bucket: BucketSettings,
  file: string,
  { stop, partBytes = usualPartBytes }: Stop & { partBytes?: number } = {},
): Promise<void> => {
  const key = `${bucket.prefix}${basename(file)}`;
  const { size } = await stat(file);
  const source = await open(file);
  const read = async (start: number) => {
    stop?.throwIfAborted();
    const part = Buffer.alloc(Math.min(partBytes, size - start));
    const { bytesRead } = await source.read(part, 0, part.length, start);
    if (bytesRead !== part.length) throw new Error(`${file} became shorter while it was sent.`);
    return part;
  };
  try {
    if (size <= partBytes) await tell(bucket, { method: 'PUT', key, content: await read(0) });
    else await uploadInParts(bucket, key, { size, partBytes, read });
  } finally {
    await source.close();
  }
};

type Parts = { size: number; partBytes: number; read: (start: number) => Promise<Buffer> };

const uploadInParts = async (
  bucket: BucketSettings,
  key: string,
  { size, partBytes, read }: Parts,
) => {
  const begun = await ask(bucket, { method: 'POST', key, query: { uploads: '' } });
  const uploadId = textOf(await begun.text(), 'UploadId');
  if (uploadId === undefined) throw new Error('The bucket of the backups began no upload.');
  try {
    const parts: string[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const partNumber = String(parts.length + 1);
      const query = { partNumber, uploadId };
      const answer = await tell(bucket, { method: 'PUT', key, query, content: await read(start) });
      const etag = answer.headers.get('etag') ?? '';
      parts.push(
        `<Part><PartNumber>${partNumber}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
      );
    }
    const xml = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const content = Buffer.from(xml);
    const ended = await ask(bucket, { method: 'POST', key, query: { uploadId }, content });
    // A failure may come after the status of success.
    const code = textOf(await ended.text(), 'Code');
    if (code !== undefined) throw new Error(`The bucket of the backups refused with ${code}.`);
  } catch (error) {
    // Its parts would be stored, and paid for, without ever becoming a file.
    await tell(bucket, { method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The names of the archives in the bucket, the oldest first; other objects are left out. */
export const listArchives = async (bucket: BucketSettings): Promise<string[]> => {
  const names: string[] = [];
  for await (const { key } of listBucket(bucket, { prefix: bucket.prefix }, naming))
    names.push(key.slice(bucket.prefix.length));
  return names.filter(isBackupName).toSorted();
};

/** Deletes archives in the bucket beyond the newest `keep`; returns their names. */
export const deleteOldArchives = async (
  bucket: BucketSettings,
  keep: number,
): Promise<string[]> => {
  const names = await listArchives(bucket);
  const deleted = names.slice(0, Math.max(0, names.length - keep));
  for (const name of deleted)
    await tell(bucket, { method: 'DELETE', key: `${bucket.prefix}${name}`, mayBeAbsent: true });
  return deleted;
};

/** Copies an archive of the bucket into a folder; returns its path. Throws if the bucket does not have it whole. */
export const downloadArchive = async (
  bucket: BucketSettings,
  name: string,
  into: string,
  { stop }: Stop = {},
): Promise<string> => {
  const answer = await ask(bucket, { key: `${bucket.prefix}${name}`, mayBeAbsent: true });
  if (answer.status === 404 || !answer.body) {
    const known = (await listArchives(bucket)).toReversed().slice(0, 5);
    const words = known.length > 0 ? `The newest are ${known.join(', ')}.` : 'It has no backups.';
    throw new Error(`The bucket has no backup ${name}. ${words}`);
  }
  const size = answer.headers.get('content-length');
  const file = join(into, basename(name));
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx' });
  await pipeline(bytesOf(answer.body), target, ...(stop ? [{ signal: stop }] : []));
  if (size !== null && Number(size) !== (await stat(file)).size)
    throw new Error(`The download of ${name} broke off. Try again.`);
  return file;
};

const unsent = 'backup-to-send-';

/**
 * Makes a folder in the data directory for a backup on its way to a bucket, runs `act`, and removes it. Folders that a
 * killed backup left there more than a day ago are removed too.
 */
export const withUnsentFolder = async <T>(
  dataDir: string,
  act: (folder: string) => Promise<T>,
): Promise<T> => {
  await mkdir(dataDir, { recursive: true });
  for (const name of (await readdir(dataDir)).filter((each) => each.startsWith(unsent))) {
    const { mtimeMs } = await stat(join(dataDir, name));
    if (mtimeMs < Date.now() - dayMs)
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const folder = await mkdtemp(join(dataDir, unsent));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Packs a backup's folder and copies the archive into the bucket. Returns its address and size. */
export const packIntoBucket = async (
  bucket: BucketSettings,
  folder: string,
  options: Stop & { keyFile?: string | undefined },
): Promise<{ file: string; bytes: number }> => {
  const { file, bytes } = await packBackup(folder, options);
  await uploadArchive(bucket, file, options);
  return { file: `s3://${bucket.name}/${bucket.prefix}${basename(file)}`, bytes };
};
