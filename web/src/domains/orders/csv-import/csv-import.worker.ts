import { decodeUtf8, notUtf8Message, readCsvText, type CsvReading } from './csv-import-text.ts';

// The page's own `postMessage` takes a target; a worker's does not, and both carry the same name here.
const answer = (reading: CsvReading) => globalThis.postMessage(reading);

globalThis.addEventListener('message', (event: MessageEvent<ArrayBuffer>) => {
  const text = decodeUtf8(event.data);
  answer(text === undefined ? { ok: false, problem: notUtf8Message } : readCsvText(text));
});
