import { once } from 'node:events';
import { open, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMaterial } from 'staffroom-contract/domains/homework/materials.contract.ts';
import { listAuditTrail } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aMaterial } from '../../../test/factories/homework.factory.ts';

const app = useOwnTestApp();

const aFile = async () => {
  const { lessons } = await aClassWithLessons(app, 1);
  const { id, key, name } = await aMaterial(app, lessons[0]!.id);
  const root = 'folder' in app.settings.materials ? app.settings.materials.folder : '';
  return { id, name, path: join(root, key) };
};

const entriesOf = async (id: string) =>
  (await (await app.as('Admin')).call(listAuditTrail, { query: { filter: { entity_id: id } } }))
    .data;

test('the download of a file is an entry of the audit trail, with its size', async () => {
  const { id, name, path } = await aFile();
  await writeFile(path, 'Twelve bytes');
  const admin = await app.as('Admin');
  expect((await admin.send(openMaterial, { params: { id } })).body).toBe('Twelve bytes');
  const [entry, ...others] = await entriesOf(id);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ action: 'file.downloaded', record: { name, page: null } });
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { field: 'bytes', from: null, to: '12' },
      { field: 'is_whole', from: null, to: 'true' },
    ]),
  );
});

test('a download that the reader ends early is recorded as not whole', async () => {
  const { id, path } = await aFile();
  const file = await open(path, 'w');
  await file.truncate(256 * 1024 ** 2);
  await file.close();
  const { token } = await app.as('Admin');
  const asked = request(
    new URL(`/api${openMaterial.path.replace('{id}', id)}`, await app.listen()),
    {
      headers: { authorization: `Bearer ${token}` },
    },
  ).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer, 'data');
  asked.destroy();
  await expect
    .poll(async () => (await entriesOf(id)).map(({ changes }) => changes))
    .toEqual([expect.arrayContaining([{ field: 'is_whole', from: null, to: 'false' }])]);
});

test('a refused download and that of a missing file leave no entry', async () => {
  const { id, path } = await aFile();
  const url = `/api${openMaterial.path.replace('{id}', id)}`;
  expect((await app.http.inject({ url })).statusCode).toBe(401);
  await rm(path);
  const admin = await app.as('Admin');
  expect(await admin.refused(openMaterial, { params: { id } })).toMatchObject({ status: 404 });
  expect(await entriesOf(id)).toEqual([]);
});
