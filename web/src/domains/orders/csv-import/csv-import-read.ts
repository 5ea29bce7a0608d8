import type { CsvReading } from './csv-import-text.ts';

/** Bytes of the largest file that is opened at all. */
const maxFileSize = 10 * 1024 * 1024;

const unreadable = {
  ok: false,
  problem: 'The file could not be read. Is it still there, and may this browser open it?',
} as const;

/**
 * Reads a chosen file in a worker, so that the page answers meanwhile. Never throws: what is wrong
 * with the file comes back as a sentence. A file over 10 MB is refused without being opened.
 */
export const readCsvFile = async (file: File): Promise<CsvReading> => {
  if (file.size > maxFileSize)
    return {
      ok: false,
      problem: `The file has ${(file.size / 1024 / 1024).toFixed(1)} MB. At most 10 MB can be imported at once; split the file.`,
    };
  try {
    return await readInWorker(await file.arrayBuffer());
  } catch {
    return unreadable;
  }
};

const readInWorker = (bytes: ArrayBuffer) => {
  // Our own module worker: the policy `script-src 'self'` forbids papaparse's blob worker.
  const worker = new Worker(new URL('./csv-import.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CsvReading>((resolve) => {
    worker.addEventListener('message', (event: MessageEvent<CsvReading>) => resolve(event.data));
    worker.addEventListener('error', () => resolve(unreadable));
    worker.postMessage(bytes, [bytes]);
  }).finally(() => worker.terminate());
};
