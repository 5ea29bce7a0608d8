import { spawn } from 'node:child_process';
import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';

const packed = '.tar.gz';
const encrypted = '.tar.gz.enc';

/** Returns true for the path of an archive, by its name. */
export const isArchive = (path: string): boolean =>
  path.endsWith(packed) || path.endsWith(encrypted);

/**
 * Packs a backup's folder into one compressed file beside it, readable by its owner only, and removes the folder. With
 * `keyFile` it is encrypted as `openssl enc -aes-256-cbc -pbkdf2 -iter 600000 -md sha256 -pass file:<keyFile>` does, so
 * that it can be read without Staffroom. The file gets its name once it is complete and on the disk.
 */
export const packBackup = async (
  folder: string,
  { keyFile, stop }: { keyFile?: string | undefined; stop?: AbortSignal | undefined } = {},
): Promise<{ file: string; bytes: number }> => {
  const key = keyFile === undefined ? undefined : await readKey(keyFile);
  const file = `${folder}${key ? encrypted : packed}`;
  const unfinished = join(dirname(folder), `unfinished-${basename(file)}`);
  const tar = runTar(['-c', '-C', dirname(folder), basename(folder)]);
  try {
    const into = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true });
    const zip = createGzip({ level: 6 });
    const written = key
      ? pipeline(tar.stdout, zip, encrypt(key), into, signalOf(stop))
      : pipeline(tar.stdout, zip, into, signalOf(stop));
    await Promise.all([written, tar.ended()]);
    await rename(unfinished, file);
    await rm(folder, { recursive: true });
    return { file, bytes: (await stat(file)).size };
  } catch (error) {
    tar.kill();
    await rm(unfinished, { force: true });
    throw error;
  }
};

/**
 * Unpacks an archive into a new folder in `into`, and returns the backup's folder. Throws an error for the operator if
 * the archive is damaged, or encrypted and `keyFile` is missing or of another archive.
 */
export const unpackBackup = async (
  file: string,
  into: string,
  { keyFile, stop }: { keyFile?: string | undefined; stop?: AbortSignal | undefined } = {},
): Promise<string> => {
  const isEncrypted = file.endsWith(encrypted);
  if (isEncrypted && keyFile === undefined)
    throw new Error(`${file} is encrypted. Name its key: --key /etc/staffroom/backup.key`);
  const key = isEncrypted && keyFile !== undefined ? await readKey(keyFile) : undefined;
  await mkdir(into, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(into, 'unpacked-'));
  const tar = runTar(['-x', '-p', '-C', folder]);
  try {
    const unzip = createGunzip();
    const read = key
      ? pipeline(...(await decrypt(file, key)), unzip, tar.take, signalOf(stop))
      : pipeline(createReadStream(file), unzip, tar.take, signalOf(stop));
    await Promise.all([read, tar.ended()]);
    const [name, ...others] = await readdir(folder);
    if (name === undefined || others.length > 0) throw new Error('It contains no backup.');
    return join(folder, name);
  } catch (error) {
    tar.kill();
    await rm(folder, { recursive: true, force: true });
    if (stop?.aborted) throw error;
    const why = isEncrypted ? 'is damaged, or the key is of another archive' : 'is damaged';
    throw new Error(`${file} ${why}. Nothing was restored.`, { cause: error });
  }
};

/** True for the name of a backup's folder or archive; other files are never deleted. */
export const isBackupName = (name: string): boolean =>
  /^staffroom-\d{4}-\d\d-\d\dT[\d.-]+Z(\.tar\.gz(\.enc)?)?$/.test(name);

/** The names of the backups in `to`, folders and archives, the oldest first. */
export const listBackups = async (to: string): Promise<string[]> =>
  (await readdir(to)).filter(isBackupName).toSorted();

/**
 * Deletes archives and folders of earlier backups in `to` beyond the newest `keep`, and what a killed backup left there
 * more than a day ago. Other files stay.
 */
export const deleteOldBackups = async (to: string, keep: number): Promise<string[]> => {
  const names = (await readdir(to)).toSorted();
  const backups = names.filter(isBackupName);
  const leftovers: string[] = [];
  for (const name of names.filter((each) => each.startsWith('unfinished-'))) {
    const { mtimeMs } = await stat(join(to, name));
    if (mtimeMs < Date.now() - 86_400_000) leftovers.push(name);
  }
  const deleted = [...backups.slice(0, Math.max(0, backups.length - keep)), ...leftovers];
  for (const name of deleted) await rm(join(to, name), { recursive: true, force: true });
  return deleted;
};

const signalOf = (stop: AbortSignal | undefined) => (stop ? { signal: stop } : {});

const readKey = async (keyFile: string): Promise<Buffer> => {
  const text = await readFile(keyFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The key file ${keyFile} cannot be read: ${error.code ?? error.message}.`);
  });
  // openssl reads the first line.
  const [line = ''] = text.split('\n');
  if (line.trim().length < 32)
    throw new Error(
      `The first line of the key file ${keyFile} must have at least 32 characters: openssl rand -hex 32 > ${keyFile}`,
    );
  return Buffer.from(line.replace(/\r$/, ''));
};

const rounds = 600_000;
const magic = Buffer.from('Salted__');

const derive = async (key: Buffer, salt: Buffer) => {
  const derived = await promisify(pbkdf2)(key, salt, rounds, 48, 'sha256');
  return [derived.subarray(0, 32), derived.subarray(32)] as const;
};

/** openssl's format: `Salted__`, 8 bytes of salt, and the cipher text. */
const encrypt = (key: Buffer): Transform => {
  const salt = randomBytes(8);
  let cipher: Promise<ReturnType<typeof createCipheriv>> | undefined;
  const opened = () =>
    (cipher ??= derive(key, salt).then(([secret, iv]) =>
      createCipheriv('aes-256-cbc', secret, iv),
    ));
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([magic, salt]));
      opened().then(() => done(), done);
    },
    transform(chunk: Buffer, _encoding, done) {
      opened().then((open) => done(null, open.update(chunk)), done);
    },
    flush(done) {
      opened().then((open) => done(null, open.final()), done);
    },
  });
};

const decrypt = async (file: string, key: Buffer) => {
  const head = Buffer.alloc(16);
  const source = await open(file);
  await source.read(head, 0, 16, 0);
  await source.close();
  if (!head.subarray(0, 8).equals(magic))
    throw new Error(`${file} is damaged. Nothing was restored.`);
  const [secret, iv] = await derive(key, head.subarray(8));
  return [
    createReadStream(file, { start: 16 }),
    createDecipheriv('aes-256-cbc', secret, iv),
  ] as const;
};

/** Runs the system's tar; `ended` resolves when it succeeded, and throws its message otherwise. */
const runTar = (args: string[]) => {
  const child = spawn('tar', ['-f', '-', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let problem = '';
  child.stderr.on('data', (text: Buffer) => (problem += text.toString()));
  const closed = once(child, 'close');
  // tar stops reading at the end of its data, maybe before the pipe ends; its exit code reports real problems.
  child.stdin.on('error', () => undefined);
  const stopsReading = new Promise((resolve) => {
    child.stdin.once('close', resolve);
  });
  return {
    take: async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks)
        if (!child.stdin.write(chunk) && !child.stdin.destroyed)
          await Promise.race([once(child.stdin, 'drain'), stopsReading]);
      child.stdin.end();
    },
    stdout: child.stdout,
    kill: () => void child.kill(),
    ended: async () => {
      const [code] = (await closed) as [number | null];
      if (code !== 0) throw new Error(`tar ended with ${code}: ${problem.slice(0, 500)}`);
    },
  };
};
