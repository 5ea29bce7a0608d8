import { createHash } from 'node:crypto';
import type { uploadLibraryFile as uploadOperation } from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import { uploadedFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  kindByName,
  uploadedKindsWords,
  type UploadedKind,
} from 'staffroom-contract/domains/homework/uploaded-files.rules.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction, type Context } from '../../../platform/context.ts';
import { refusal } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { fromLibrary } from './library-files.ts';
import { materials } from './materials.schema.ts';
import { openLibrary } from './open-library.ts';

/**
 * Saves a file in the library and returns its place; a retry saves the same file. Throws invalid_value if the content
 * is not a complete file of its name's kind, and library_unavailable.
 */
export const uploadToLibrary = async (
  context: Context,
  content: Buffer,
  typed: string,
): Promise<ResponseOf<typeof uploadOperation>> => {
  // Different Unicode forms of an accent give the same name.
  const name = typed.normalize('NFC');
  refuseOtherContent(name, content);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const key = `${uploadedFolder}/${digest}/${name}`;
  // Saves nothing if the session ended during the upload.
  await context.requireSession?.(context.db);
  await fromLibrary(async () => (await openLibrary(context.settings)).save(key, content));
  const file = { key, folder: uploadedFolder, name, size: content.length } as const;
  await inTransaction(context, async (tx) => {
    const created = context.clock.now();
    const [kept] = await tx
      .insert(materials)
      .values({ id: newId(created), ...file, created })
      .onConflictDoNothing({ target: materials.key })
      .returning({ id: materials.id });
    if (!kept) return;
    await recordAudit(tx, context, {
      action: 'material.uploaded',
      entity: 'material',
      entityId: kept.id,
      after: { name, size: content.length },
    });
  });
  return { data: { _id: key, name, folder: uploadedFolder, size: content.length } };
};

const refuseOtherContent = (name: string, content: Buffer) => {
  const refuse = (message: string) => refusal('invalid_value', { field: 'file', message });
  if (content.length === 0) throw refuse('This file is empty.');
  const kind = kindByName(name);
  if (kind === undefined) throw refuse(`Choose a ${uploadedKindsWords} file.`);
  if (!isOf[kind](content))
    throw refuse(
      `“${name}” is not a whole ${kind} file. Save it as ${kind} again, and upload that.`,
    );
};

const startsWith = (content: Buffer, sign: string) =>
  content.toString('latin1', 0, sign.length) === sign;

/** Returns whether the signature is in the last bytes; without it the file is incomplete. */
const endsAround = (content: Buffer, sign: string, within: number) =>
  content.subarray(-within).includes(sign, 0, 'latin1');

/** Office files are ZIP archives with one folder per program. */
const isOffice = (folder: string) => (content: Buffer) =>
  startsWith(content, 'PK\x03\x04') &&
  content.includes('[Content_Types].xml') &&
  content.includes(`${folder}/`) &&
  endsAround(content, 'PK\x05\x06', 66_000);

const isOf: Record<UploadedKind, (content: Buffer) => boolean> = {
  // Programs may write a few bytes before the header and after the end.
  PDF: (content) =>
    content.subarray(0, 1024).includes('%PDF-') && endsAround(content, '%%EOF', 1024),
  Word: isOffice('word'),
  PowerPoint: isOffice('ppt'),
  Excel: isOffice('xl'),
  JPEG: (content) => startsWith(content, '\xff\xd8\xff') && endsAround(content, '\xff\xd9', 66_000),
  PNG: (content) => startsWith(content, '\x89PNG\r\n\x1a\n') && endsAround(content, 'IEND', 1024),
};
