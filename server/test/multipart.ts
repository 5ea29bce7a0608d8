import { randomUUID } from 'node:crypto';

/** A file as a form carries it. */
export type TestFile = { field?: string; name?: string; type?: string; content: Buffer };

/** The body and header of a form with these files, each in the field `attachment` unless told. */
export const multipartOf = (...files: TestFile[]) => {
  const boundary = `form-${randomUUID()}`;
  const parts = files.flatMap(({ field = 'attachment', name = 'photo', type, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        `Content-Type: ${type ?? 'application/octet-stream'}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
