import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listSubmissions } from 'staffroom-contract/domains/homework/homework.contract.ts';
import {
  changeLessonHomework,
  listLibraryFiles,
  uploadLibraryFile,
} from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import { openMaterial } from 'staffroom-contract/domains/homework/materials.contract.ts';
import { maxUploadedBytes } from 'staffroom-contract/domains/homework/uploaded-files.rules.ts';
import { useTestApp } from '../../../../test/build-test-app.ts';
import { aLessonWithHomework, aPdf } from '../../../../test/factories/homework.factory.ts';
import { unique } from '../../../../test/unique.ts';
import { auditLog } from '../../../platform/platform.schema.ts';
import { listLibrary } from './open-library.ts';

const app = useTestApp();

const admin = () => app.as('Admin', { name: 'Nadia' });

const upload = async (name: string, content = aPdf()) =>
  (await (await admin()).call(uploadLibraryFile, { body: { name }, file: { name, content } })).data;

const refusedUpload = async (name: string, content: Buffer) =>
  (await admin()).refused(uploadLibraryFile, { body: { name }, file: { name, content } });

const uploadsOf = (name: string) =>
  app.database.db
    .select()
    .from(auditLog)
    .where(
      and(eq(auditLog.action, 'material.uploaded'), sql`${auditLog.after} ->> 'name' = ${name}`),
    );

describe('a file uploaded for one lesson', () => {
  test('is in the library by its name, with its uploader in the audit trail', async () => {
    const name = `${unique('Ratio, corrected')}.pdf`;
    const saved = await upload(name);
    expect(saved).toMatchObject({ name, folder: 'uploaded' });
    const { data } = await (
      await admin()
    ).call(listLibraryFiles, { query: { filter: { name: { regex: name } } } });
    expect(data).toEqual([saved]);
    expect(await uploadsOf(name)).toMatchObject([
      { actorName: 'Nadia', entity: 'material', after: { name, size: saved.size } },
    ]);
  });

  test('becomes the homework of the lesson with the same bytes, and submissions stay', async () => {
    const { lesson, homework, submission } = await aLessonWithHomework(app);
    const content = aPdf();
    const { _id: file } = await upload('Ratio homework, corrected.pdf', content);
    const caller = await admin();
    const { data } = await caller.call(changeLessonHomework, {
      params: { id: lesson.id, homework: homework.id },
      body: { file, version: 1 },
    });
    expect(data).toMatchObject({ name: 'Ratio homework, corrected', stat: { submitted: 1 } });
    const opened = await caller.send(openMaterial, {
      params: { id: data.attachment[0]?.material ?? '' },
    });
    expect(opened.body).toBe(content.toString());
    const submitted = await caller.call(listSubmissions, {
      query: { filter: { homework: homework.id } },
    });
    expect(submitted.data.map(({ _id }) => _id)).toEqual([submission.id]);
  });

  test('is the same file if sent again, and another file with other content', async () => {
    const name = `${unique('Ratio')}.pdf`;
    const content = aPdf();
    const [one, again] = [await upload(name, content), await upload(name, content)];
    expect(again).toEqual(one);
    expect((await upload(name))._id).not.toBe(one._id);
    expect(await uploadsOf(name)).toHaveLength(2);
  });

  test('is outside the folders that "Upload all material and homework" reads', async () => {
    const name = `P6 T1 L3 ${unique('Homework')}.pdf`;
    await upload(name);
    const files = await listLibrary(app.settings, 'all');
    expect(files.map((file) => file.name)).not.toContain(name);
  });

  test.each([
    ['an extension that is not accepted', 'Ratio.html', aPdf(), 'name'],
    ['a folder in its name', '../Ratio.pdf', aPdf(), 'name'],
    ['a hidden name', '.Ratio.pdf', aPdf(), 'name'],
    ['a name that is too long', `${'R'.repeat(150)}.pdf`, aPdf(), 'name'],
    ['a web page as PDF', 'Ratio.pdf', Buffer.from('<html>'), 'file'],
    ['a PDF as picture', 'Ratio.png', aPdf(), 'file'],
    ['an archive as Word', 'Ratio.docx', Buffer.from('PK\x03\x04 a.txt'), 'file'],
    ['only a part of a PDF', 'Ratio.pdf', aPdf().subarray(0, 12), 'file'],
    ['nothing in it', 'Ratio.pdf', Buffer.alloc(0), 'file'],
  ])('is refused with %s', async (_what, name, content, field) => {
    expect(await refusedUpload(name, content)).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field,
    });
  });

  test('is accepted as Word if the archive is a Word file', async () => {
    const content = Buffer.from('PK\x03\x04[Content_Types].xml word/document.xml PK\x05\x06');
    expect(await upload('Ratio.docx', content)).toMatchObject({ name: 'Ratio.docx' });
  });

  test('is refused with more than 20 MB, and for a tutor', async () => {
    const content = Buffer.concat([aPdf(), Buffer.alloc(maxUploadedBytes)]);
    expect(await refusedUpload('Ratio.pdf', content)).toMatchObject({ status: 413 });
    const tutor = await app.as('Tutor');
    const call = { body: { name: 'Ratio.pdf' }, file: { content: aPdf() } };
    expect(await tutor.refused(uploadLibraryFile, call)).toMatchObject({ status: 403 });
  });

  test('that the library cannot save is refused with the reason, and leaves nothing behind', async () => {
    const name = `${unique('Ratio')}.pdf`;
    const content = aPdf();
    const saved = await upload(name, content);
    const { materials } = app.settings;
    if (!('folder' in materials)) throw new Error('The library is not a folder.');
    // A folder has the place of the file.
    const other = aPdf();
    const wanted = await upload(`${unique('Other')}.pdf`, other);
    const blocked = join(materials.folder, wanted._id.replace(/[^/]+$/, name));
    await mkdir(join(blocked, 'x'), { recursive: true });
    const refused = await refusedUpload(name, other);
    expect(refused).toMatchObject({ status: 503, code: 'library_unavailable' });
    const left = await readdir(join(blocked, '..'));
    expect(left.filter((each) => each.startsWith('.'))).toEqual([]);
    expect(saved.name).toBe(name);
  });
});
