import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';
import { fetchCsv, fetchFile, type CallInput } from './api-client.ts';

/** Saves a blob under a file name. */
export const saveFile = (content: Blob, fileName: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the address after this turn; revoking at once would cancel the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** Fetches every row of a list that matches as a file, CSV unless told, and saves it. Throws what the call throws. */
export const downloadList = async <O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  fileName: string,
  mediaType?: string,
): Promise<void> =>
  saveFile(
    await (mediaType ? fetchFile(operation, input, mediaType) : fetchCsv(operation, input)),
    fileName,
  );
