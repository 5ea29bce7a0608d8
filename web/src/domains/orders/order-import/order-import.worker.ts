import { decodeUtf8, notUtf8Message, readCsvText, type CsvReading } from './order-import-text.ts';

// The types are those of a page, whose `postMessage` takes a target; a worker's has the same name and takes none.
const answer = (reading: CsvReading) => globalThis.postMessage(reading);

globalThis.addEventListener('message', (event: MessageEvent<ArrayBuffer>) => {
  const text = decodeUtf8(event.data);
  answer(text === undefined ? { ok: false, problem: notUtf8Message } : readCsvText(text));
});
