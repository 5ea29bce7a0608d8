import { Loader } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { CsvReading, CsvTable } from './order-import-text.ts';
import styles from './upload-step.module.css';

type Props = { onRead: (name: string, table: CsvTable) => void };

/** Step 1: choose or drop the partner's file; problems of the file are shown in place. */
export const UploadStep = ({ onRead }: Props) => {
  const id = useId();
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ file: string; text: string } | null>(null);

  const read = async (file: File) => {
    setProblem(null);
    setReading(file.name);
    const result = await readCsvFile(file);
    setReading(null);
    if (result.ok) onRead(file.name, result.table);
    else setProblem({ file: file.name, text: result.problem });
  };

  return (
    <div className={styles.step}>
      <label className={styles.label} htmlFor={id}>
        CSV file
      </label>
      <div className={styles.zone} data-invalid={problem ? true : undefined}>
        {/* The input covers the zone, so that clicks and dropped files reach it. */}
        <input
          id={id}
          className={styles.input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          data-autofocus
          aria-describedby={`${id}-hint`}
          aria-invalid={problem !== null}
          disabled={reading !== null}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // Choosing the same file again, after a correction, must fire a change event.
            event.currentTarget.value = '';
            if (file) void read(file);
          }}
        />
        <span className={styles.icon} aria-hidden="true">
          {reading === null ? <IconFileUpload size={22} stroke={1.5} /> : <Loader />}
        </span>
        <p className={styles.call} role="status">
          {reading === null ? 'Drop the partner’s file here or choose it' : `Reading ${reading} …`}
        </p>
        <p className={styles.hint} id={`${id}-hint`}>
          UTF-8, up to 5,000 rows and 10 MB; comma, semicolon or tab between the cells
        </p>
      </div>
      {problem && (
        <Banner tone="negative" title={problem.text}>
          <p className={styles.hint}>{problem.file} was not taken. Nothing has been ordered.</p>
        </Banner>
      )}
      <section>
        <h3 className={styles.label}>Columns it must have</h3>
        <ul className={styles.columns}>
          {importColumns.map((column) => (
            <li key={column}>{column}</li>
          ))}
        </ul>
      </section>
    </div>
  );
};

/** Maximum file size in bytes. */
const maxFileSize = 10 * 1024 * 1024;

const unreadable = {
  ok: false,
  problem: 'The file could not be read. Is it still there, and may this browser open it?',
} as const;

/**
 * Reads a file in a worker, so that the page stays responsive. Never throws: problems are returned as a sentence. A file
 * over 10 MB is refused without being read.
 */
const readCsvFile = async (file: File): Promise<CsvReading> => {
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
  // The policy `script-src 'self'` forbids papaparse's blob worker, so this is our own module worker.
  const worker = new Worker(new URL('./order-import.worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<CsvReading>((resolve) => {
    worker.addEventListener('message', (event: MessageEvent<CsvReading>) => resolve(event.data));
    worker.addEventListener('error', () => resolve(unreadable));
    worker.postMessage(bytes, [bytes]);
  }).finally(() => worker.terminate());
};
