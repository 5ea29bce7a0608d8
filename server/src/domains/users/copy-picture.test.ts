import { desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  copyImage,
  imageBytesADay,
  uploadImage,
} from 'staffroom-contract/domains/users/images.contract.ts';
import { FetchProblem, type FetchFile } from '../../platform/fetch-file.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { startTestApp, useOwnTestApp } from '../../../test/build-test-app.ts';
import { anImage, anImageFile } from '../../../test/factories/image.factory.ts';
import { pictureWebsite } from '../../../test/picture-website.ts';
import { uploadedImages } from './images.schema.ts';

const app = useOwnTestApp();

const copy = async (address: string) =>
  (await app.as('Typist')).call(copyImage, { body: { address } });

const refused = async (address: string) => {
  const answer = await (await app.as('Typist')).refused(copyImage, { body: { address } });
  const { status, code, field } = answer;
  return { status, code, field, message: answer.body.message.errors[0]?.message };
};

test('saves a picture of another website as an upload and returns its size', async () => {
  const { url, ...size } = await copy(`${pictureWebsite}/a/60.png?token=secret`);
  expect(url).toMatch(/^\/api\/image\/[0-9a-f-]{36}\.jpg$/);
  expect(size).toEqual({ width: 60, height: 30 });
  const { rawPayload } = await app.http.inject({ method: 'GET', url });
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 60, height: 30 });
});

test('the audit trail contains the website, but not the address, which may contain a secret', async () => {
  await copy(`${pictureWebsite}/a/60.png?token=secret`);
  const { db } = app.database;
  const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({
    action: 'image.uploaded',
    after: { width: 60, copied_from: 'pictures.example' },
  });
  expect(JSON.stringify(entry)).not.toContain('secret');
});

test('the error names a website that cannot be reached', async () => {
  expect(await refused('https://example.org/a.png')).toEqual({
    status: 422,
    code: 'image_not_copied',
    field: 'address',
    message: 'The picture could not be copied from example.org.',
  });
});

test('the error names the kind of a file that is not a picture', async () => {
  expect(await refused(`${pictureWebsite}/page`)).toEqual({
    status: 415,
    code: 'image_unreadable',
    field: 'address',
    message: 'This is a web page. Use a JPEG, PNG or WebP image.',
  });
});

test.each([
  '',
  'a.png',
  '/api/image/a.png',
  'data:image/png;base64,AA',
  'ftp://a.example/b',
  'https://',
])('refuses the address “%s”', async (address) => {
  expect(await refused(address)).toMatchObject({ status: 400, field: 'address' });
});

test('a copy counts towards the bytes of a day', async () => {
  const typist = await app.as('Typist', {});
  const { url } = await typist.call(uploadImage, { file: await anImageFile() });
  const id = /[0-9a-f-]{36}/.exec(url)?.[0] ?? '';
  await app.database.db
    .update(uploadedImages)
    .set({ bytes: imageBytesADay })
    .where(eq(uploadedImages.id, id));
  const body = { address: `${pictureWebsite}/40.png` };
  expect(await typist.refused(copyImage, { body })).toMatchObject({
    status: 429,
    code: 'image_quota_used_up',
  });
});

test.each(['Agent', 'Partner', 'SalesAdmin', 'DataAdmin'] as const)(
  'refuses a copy by a %s with 403',
  async (role) => {
    const body = { address: `${pictureWebsite}/40.png` };
    expect(await (await app.as(role)).refused(copyImage, { body })).toMatchObject({ status: 403 });
  },
);

test('downloads at most three pictures at once, and two per account', async () => {
  let reading = 0;
  let most = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const fetchFile: FetchFile = async () => {
    reading += 1;
    most = Math.max(most, reading);
    await held;
    reading -= 1;
    return anImage();
  };
  const slow = await startTestApp({ fetchFile });
  try {
    const body = { address: `${pictureWebsite}/40.png` };
    const one = await slow.as('Typist', {});
    const first = Promise.all([1, 2, 3].map(() => one.send(copyImage, { body })));
    await expect.poll(() => reading).toBe(2);
    const others = await Promise.all([1, 2].map(() => slow.as('Typist', {})));
    const rest = Promise.all(others.map((other) => other.send(copyImage, { body })));
    await expect.poll(() => reading).toBe(3);
    letGo();
    const answers = [...(await first), ...(await rest)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(most).toBe(3);
  } finally {
    await slow.close();
  }
});

test.each([
  ['too_slow', 'it takes too long'],
  ['too_large', 'it has more than 10 MB'],
  ['not_there', 'it was not found'],
] as const)('the message for %s is “%s”', async (reason, words) => {
  const other = await startTestApp({
    fetchFile: () => Promise.reject(new FetchProblem(reason)),
  });
  try {
    const body = { address: 'https://example.org/a.png' };
    const answer = await (await other.as('Typist')).refused(copyImage, { body });
    expect(answer.body.message.errors[0]?.message).toBe(
      `The picture could not be copied from example.org: ${words}.`,
    );
  } finally {
    await other.close();
  }
});
