import { Flex, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Tag } from '../../../ui/status-chip.tsx';
import type { CsvReading, CsvTable } from './order-import-text.ts';

type Props = { onRead: (name: string, table: CsvTable) => void };

/** Step 1: choose or drop the partner's file; problems of the file are shown in place. */
export const UploadStep = ({ onRead }: Props) => {
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
    <Stack maw={720} mx="auto">
      <DropZone
        label="CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        invitation="Drop the partner’s file here or choose it"
        hint="UTF-8, up to 5,000 rows and 10 MB; comma, semicolon or tab between the cells"
        reading={reading}
        invalid={problem !== null}
        onFile={(file) => void read(file)}
      />
      {problem && (
        <Banner tone="negative" title={problem.text}>
          <Text variant="meta" c="dimmed">
            {problem.file} was not taken. Nothing has been ordered.
          </Text>
        </Banner>
      )}
      <section>
        <Text component="h3" variant="label" c="secondary">
          Columns it must have
        </Text>
        <Flex component="ul" gap="xs" wrap="wrap" mt="xs">
          {importColumns.map((column) => (
            <li key={column}>
              <Tag>{column}</Tag>
            </li>
          ))}
        </Flex>
      </section>
    </Stack>
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
