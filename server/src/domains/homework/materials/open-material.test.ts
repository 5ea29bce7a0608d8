import { execFileSync } from 'node:child_process';
import { chmod, mkdir, open, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import {
  listLessonMaterials,
  openMaterial,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../../test/factories/class.factory.ts';
import { aLibraryFile, aMaterial } from '../../../../test/factories/homework.factory.ts';
import { lessonStaff } from '../../lessons/lessons.schema.ts';
import { folderLibrary } from './folder-library.ts';
import { materials } from './materials.schema.ts';

const app = useOwnTestApp();

const root = () => ('folder' in app.settings.materials ? app.settings.materials.folder : '');

const aLesson = async () => (await aClassWithLessons(app, 1)).lessons[0]!;

const rename = async (id: string, values: Partial<typeof materials.$inferInsert>) =>
  app.database.db.update(materials).set(values).where(eq(materials.id, id));

describe('a file of the library', () => {
  test('is sent unchanged, as a download, whatever its kind', async () => {
    const { id, key, name } = await aMaterial(app, (await aLesson()).id);
    await writeFile(join(root(), key), '%PDF-1.7 <script>alert(1)</script>');
    const answer = await (await app.as('Admin')).send(openMaterial, { params: { id } });
    expect(answer.body).toBe('%PDF-1.7 <script>alert(1)</script>');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '34',
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test.each([
    ['P6 分数 "a" 100%.pdf', 'application/pdf', 'P6 __ _a_ 100_.pdf'],
    ["it's (new)\r\nX-Evil: 1.html", 'application/octet-stream', "it's (new)__X-Evil: 1.html"],
    ['page.svg', 'application/octet-stream', 'page.svg'],
    ['no ending', 'application/octet-stream', 'no ending'],
  ])('called %j is named safely', async (name, type, plain) => {
    const { id } = await aMaterial(app, (await aLesson()).id);
    await rename(id, { name });
    const { headers } = await (await app.as('Admin')).send(openMaterial, { params: { id } });
    expect(headers['content-type']).toBe(type);
    const disposition = String(headers['content-disposition']);
    expect(disposition).toContain(`filename="${plain}"`);
    expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition)?.[1] ?? '')).toBe(name);
  });

  test('of 2 GB is streamed, and a HEAD request reads nothing', async () => {
    const size = 2 * 1024 ** 3 + 1;
    const { id, key } = await aMaterial(app, (await aLesson()).id);
    const file = await open(join(root(), key), 'w');
    await file.truncate(size);
    await file.close();
    const admin = await app.as('Admin');
    const address = await app.listen();
    const before = process.memoryUsage().rss;
    const ask = (method: string) =>
      new Promise<{ length: string | undefined; read: number }>((resolve, reject) => {
        const asked = request(
          `${address}/api/admin/material/${id}/file`,
          { method, headers: { authorization: `Bearer ${admin.token}` } },
          (answer) => {
            const length = answer.headers['content-length'];
            if (method === 'HEAD') return resolve({ length, read: 0 });
            let read = 0;
            answer.on('data', (part: Buffer) => {
              read += part.length;
              // A hundredth of the file is enough to prove it.
              if (read < size / 100) return;
              answer.destroy();
              resolve({ length, read });
            });
          },
        );
        asked.on('error', reject).end();
      });
    expect((await ask('GET')).length).toBe(String(size));
    expect((await ask('HEAD')).read).toBe(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 ** 2);
    await rm(join(root(), key));
  });

  test('that was deleted, or replaced by a link out of the library, is not found', async () => {
    const { id, key, name } = await aMaterial(app, (await aLesson()).id);
    await rm(join(root(), key));
    const admin = await app.as('Admin');
    const refusal = await admin.refused(openMaterial, { params: { id } });
    expect(refusal).toMatchObject({ status: 404, code: 'not_found' });
    expect(refusal.body.message.errors[0]?.message).toBe(`“${name}” is no longer in the library.`);
    await symlink('/etc/hostname', join(root(), key));
    expect(await admin.refused(openMaterial, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('can be opened by a Tutor of one of its lessons, but not by other Tutors', async () => {
    const lesson = await aLesson();
    const { id } = await aMaterial(app, lesson.id);
    const [own, other] = [await app.as('Tutor', {}), await app.as('Tutor', {})];
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: own.id, kind: 'tutor' });
    expect((await own.send(openMaterial, { params: { id } })).status).toBe(200);
    expect((await own.call(listLessonMaterials, { params: { id: lesson.id } })).count).toBe(1);
    expect(await other.refused(openMaterial, { params: { id } })).toMatchObject({ status: 404 });
    expect(await other.refused(listLessonMaterials, { params: { id: lesson.id } })).toMatchObject({
      status: 404,
    });
  });
});

describe('a folder of the library', () => {
  const problems = async () => {
    const files = await folderLibrary(root()).list('science');
    return files.map(({ key, problem }) => [key.slice('science/'.length), problem ?? 'fine']);
  };

  test('is read with odd names; links out of it and special files are refused', async () => {
    await aLibraryFile(app, 'science', 'P6 T1 L1 好.pdf');
    await aLibraryFile(app, 'science', '-rf $(x) `y` "z".pdf');
    await aLibraryFile(app, 'science', 'deep/er/P6 T1 L2.pdf');
    await aLibraryFile(app, 'science', 'empty.pdf', '');
    await aLibraryFile(app, 'mathematics', 'shared.pdf');
    for (const hidden of ['.DS_Store', '~$open.docx', 'Thumbs.db'])
      await aLibraryFile(app, 'science', hidden);
    const at = (name: string) => join(root(), 'science', name);
    await symlink('/etc/passwd', at('outside.pdf'));
    await symlink('/etc', at('outside folder'));
    await symlink('../mathematics', at('inside folder'));
    await symlink('../mathematics/shared.pdf', at('inside.pdf'));
    await symlink('nowhere.pdf', at('broken.pdf'));
    execFileSync('mkfifo', [at('pipe.pdf')]);
    await writeFile(Buffer.concat([Buffer.from(at('odd ')), Buffer.from([0xff, 0xfe])]), 'x');
    expect(Object.fromEntries(await problems())).toEqual({
      'P6 T1 L1 好.pdf': 'fine',
      '-rf $(x) `y` "z".pdf': 'fine',
      'deep/er/P6 T1 L2.pdf': 'fine',
      'empty.pdf': 'empty',
      'inside.pdf': 'fine',
      'outside.pdf': 'link',
      'outside folder': 'link',
      'inside folder': 'link',
      'broken.pdf': 'link',
      'pipe.pdf': 'unreadable',
      'odd \uFFFD\uFFFD': 'odd_name',
    });
  });

  test('that is a file or missing is empty; one without permission is reported', async () => {
    await writeFile(join(root(), 'english-paper-1'), 'no folder');
    const library = folderLibrary(root());
    expect(await library.list('english-paper-1')).toEqual([]);
    expect(await library.list('english-paper-2')).toEqual([]);
    const locked = join(root(), 'sec-1-maths-t2-l10');
    await mkdir(locked);
    await chmod(locked, 0o000);
    const list = () => library.list('sec-1-maths-t2-l10');
    // Root may read everything.
    if (process.getuid?.() === 0) expect(await list()).toEqual([]);
    else
      await expect(list()).rejects.toThrow(
        'The folder “sec-1-maths-t2-l10” of the library could not be read: it is not allowed.',
      );
    await chmod(locked, 0o700);
  });

  test.each(['../outside.txt', 'science/../../outside.txt', '/etc/passwd', '', 'science'])(
    'returns undefined for the key %j',
    async (key) => {
      await writeFile(join(root(), '..', 'outside.txt'), 'secret');
      expect(await folderLibrary(root()).open(key)).toBeUndefined();
    },
  );
});
