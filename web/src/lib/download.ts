import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { fetchCsv, fetchFile, type CallInput } from './api-client.ts';

/** Saves a blob under a file name. */
export const saveFile = (content: Blob, fileName: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Revoking now would cancel the download, since the browser reads the URL later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/**
 * Downloads all matching rows of a list as a file, CSV by default; period and filter are added to the name. Throws the
 * errors of the call.
 */
export const downloadList = async <O extends AnyOperation>(
  operation: O,
  input: CallInput<O>,
  fileName: string,
  mediaType?: string,
): Promise<void> => {
  const [{ downloadName }, content] = await Promise.all([
    import('./download-name.ts'),
    mediaType ? fetchFile(operation, input, mediaType) : fetchCsv(operation, input),
  ]);
  saveFile(content, downloadName(fileName, input));
};
