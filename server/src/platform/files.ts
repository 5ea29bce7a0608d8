import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file as a response: its name, and a function that opens it. */
export type FileAnswer = {
  name: string;
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

/** Streams a file as an attachment, so that no browser runs its content in the product's origin. */
export const sendFile = async (reply: FastifyReply, { name, open }: FileAnswer) => {
  // HEAD does not open the file.
  const file = reply.request.method === 'HEAD' ? undefined : await open();
  void reply
    .type(mediaTypes[extname(name).toLowerCase()] ?? 'application/octet-stream')
    .header('content-disposition', dispositionOf(name))
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (file?.size !== undefined) void reply.header('content-length', file.size);
  return reply.send(file?.content ?? '');
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
