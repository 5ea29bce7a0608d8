import { randomUUID } from 'node:crypto';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';

export type TestFile = { field?: string; name?: string; type?: string; content: Buffer };

/** Body and headers of a form with these files, by default in the field `attachment`. */
export const multipartOf = (...files: TestFile[]) => formOf({}, ...files);

/** The same with fields before the files: strings unchanged, other values as JSON, without undefined ones. */
export const formOf = (fields: object, ...files: TestFile[]) => {
  const boundary = `form-${randomUUID()}`;
  const head = (name: string, more: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`);
  const end = Buffer.from('\r\n');
  const parts = [
    ...Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
      value === undefined
        ? []
        : [
            head(name, ''),
            Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
            end,
          ],
    ),
    ...files.flatMap(({ field = 'attachment', name = 'photo', type, content }) => [
      head(field, `; filename="${name}"\r\nContent-Type: ${type ?? 'application/octet-stream'}`),
      content,
      end,
    ]),
  ];
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};

export const bodyOf = (
  { multipart }: Pick<AnyOperation, 'multipart'>,
  { body, file }: { body?: unknown; file?: TestFile | undefined },
): { payload?: object; headers?: Record<string, string> } => {
  if (multipart && (body !== undefined || file))
    return formOf(body ?? {}, ...(file ? [{ field: multipart.field, ...file }] : []));
  return body === undefined ? {} : { payload: body as object };
};
