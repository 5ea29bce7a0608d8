import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AuditEntry } from './audit.ts';

/** A file as a response: its name, and a function that opens it. */
export type FileAnswer = {
  name: string;
  /** The record of the file, for the audit row of its download. */
  of: Pick<AuditEntry, 'entity' | 'entityId'>;
  open: () => Promise<{ size: number | undefined; content: Readable }>;
};

/** Media types that are sent to browsers; all other files are sent as bytes. */
const mediaTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.zip': 'application/zip',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** How much of a file was sent, and whether that is all. */
type Sent = { bytes: number; is_whole: boolean };

/**
 * Streams a file as an attachment, so that no browser runs its content in the product's origin. `ended` gets what was
 * sent, before the last bytes: a download that cannot be recorded breaks.
 */
export const sendFile = async (
  reply: FastifyReply,
  { name, open }: FileAnswer,
  ended: (sent: Sent) => Promise<unknown>,
) => {
  // HEAD does not open the file.
  const file = reply.request.method === 'HEAD' ? undefined : await open();
  void reply
    .type(mediaTypes[extname(name).toLowerCase()] ?? 'application/octet-stream')
    .header('content-disposition', dispositionOf(name))
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (file?.size !== undefined) void reply.header('content-length', file.size);
  return reply.send(file ? recorded(file.content, ended) : '');
};

/** The content again. Its last part waits for the record; an early end is recorded as such. */
const recorded = (content: Readable, ended: (sent: Sent) => Promise<unknown>): Readable => {
  const sent: Sent = { bytes: 0, is_whole: false };
  const parts = async function* () {
    let last: Buffer | undefined;
    try {
      for await (const part of content as AsyncIterable<Buffer>) {
        if (last) yield last;
        last = part;
        sent.bytes += part.length;
      }
      sent.is_whole = true;
    } finally {
      await ended(sent);
    }
    if (last) yield last;
  };
  const stream = Readable.from(parts(), { objectMode: false });
  stream.on('close', () => content.destroy());
  return stream;
};

/** The file name as it is (RFC 8187), and in ASCII for older browsers. */
const dispositionOf = (name: string) => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
};
