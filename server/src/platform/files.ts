import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file as an answer: its name, and its bytes once somebody wants them. */
export type FileAnswer = {
  name: string;
  open: () => Promise<{ size: number | undefined; content: Readable }>;
};

/** What a browser may be told that a file is; everything else is bytes. */
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

/**
 * Sends a file as it is read, never the whole of it at once, always to be saved: whatever it holds, no browser runs it
 * in our name.
 */
export const sendFile = async (reply: FastifyReply, { name, open }: FileAnswer) => {
  // Who asks for the heads alone opens nothing.
  const file = reply.request.method === 'HEAD' ? undefined : await open();
  void reply
    .type(mediaTypes[extname(name).toLowerCase()] ?? 'application/octet-stream')
    .header('content-disposition', dispositionOf(name))
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (file?.size !== undefined) void reply.header('content-length', file.size);
  return reply.send(file?.content ?? '');
};

/** The name for every browser: as it is by RFC 8187, and in plain signs for those that cannot. */
const dispositionOf = (name: string) => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
};
