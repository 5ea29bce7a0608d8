import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type pg from 'pg';

/** The driver's methods for COPY, which its types leave out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

type CommandComplete = { text: string };

/** `COPY 42` */
const rowsOf = ({ text }: CommandComplete) => Number(text.split(' ').at(-1));

/** Runs a `copy … to stdout` and streams its output with backpressure. `rows` is known once the stream has ended. */
export const copyOut = (
  client: pg.Client,
  statement: string,
): { output: Readable; rows: () => number } => {
  const output = new PassThrough();
  let rows = 0;
  const copy = {
    submit: (connection: pg.Connection) => {
      // A reader that stops early must not leave the connection paused.
      for (const event of ['drain', 'close']) output.on(event, () => connection.stream.resume());
      connection.query(statement);
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }, connection: CopyConnection) => {
      // The driver reuses the memory of the chunk.
      if (!output.destroyed && !output.write(Buffer.from(chunk))) connection.stream.pause();
    },
    handleCommandComplete: (complete: CommandComplete) => {
      rows = rowsOf(complete);
    },
    handleError: (error: Error) => void output.destroy(error),
    handleReadyForQuery: () => void output.end(),
  };
  client.query(copy);
  return { output, rows: () => rows };
};

/** Runs a `copy … from stdin` with these chunks; resolves to the number of rows. */
export const copyIn = (
  client: pg.Client,
  statement: string,
  chunks: AsyncIterable<Buffer>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0;
    let isOver = false;
    const send = async (connection: CopyConnection) => {
      for await (const chunk of chunks) {
        if (isOver) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    };
    const copy = {
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) =>
        void send(connection).catch((error: unknown) => {
          reject(error instanceof Error ? error : new Error(String(error)));
          if (!isOver) connection.sendCopyFail('The dump cannot be read.');
        }),
      handleCommandComplete: (complete: CommandComplete) => {
        rows = rowsOf(complete);
      },
      handleError: (error: Error) => {
        isOver = true;
        reject(error);
      },
      handleReadyForQuery: () => resolve(rows),
    };
    client.query(copy);
  });
