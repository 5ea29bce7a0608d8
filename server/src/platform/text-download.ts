import { Readable } from 'node:stream';

/** All rows of a list as one text file: the text before the rows, each row, and the text between and after them. */
export type TextDownload = {
  fileName: string;
  head: string;
  between: string;
  end: string;
  rows: AsyncGenerator<string>;
};

/**
 * Streams the file as fast as the caller reads. A list's first error is thrown here; a later one breaks the download.
 * `ended` gets the rows and whether these are all, before the last byte.
 */
export const streamText = async (
  { head, between, end, rows }: TextDownload,
  ended: (given: { rows: number; is_whole: boolean }) => Promise<unknown>,
): Promise<Readable> => {
  const first = await rows.next();
  const given = { rows: 0, is_whole: false };
  const text = async function* () {
    try {
      yield head;
      for (let next = first; !next.done; next = await rows.next()) {
        yield given.rows === 0 ? next.value : `${between}${next.value}`;
        given.rows += 1;
      }
      given.is_whole = true;
    } finally {
      await ended(given);
    }
    yield end;
  };
  const stream = Readable.from(text());
  stream.on('close', () => void rows.return(undefined));
  return stream;
};
