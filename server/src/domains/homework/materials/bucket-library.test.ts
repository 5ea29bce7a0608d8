import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { isSigned, s3Keys, startS3Server } from '../../../../test/s3-server.ts';
import { bucketLibrary } from './bucket-library.ts';

const bucket = 'staffroom-materials';

const aLibrary = async (
  objects: Record<string, string>,
  {
    pageSize = 1000,
    prefix = '',
    secretAccessKey = s3Keys.secretAccessKey,
    encodesKeys = true,
  }: { pageSize?: number; prefix?: string; secretAccessKey?: string; encodesKeys?: boolean } = {},
) => {
  const s3 = await startS3Server({ bucket, objects, pageSize, encodesKeys });
  const library = bucketLibrary({
    name: bucket,
    region: 'ap-southeast-1',
    endpoint: s3.endpoint,
    prefix,
    accessKeyId: s3Keys.accessKeyId,
    secretAccessKey,
    sessionToken: undefined,
  });
  return { ...s3, library };
};

test('the test server accepts the example signature of AWS, and no other', () => {
  // Amazon S3 API Reference, Signature Calculations: GET Bucket (List Objects).
  const example = {
    method: 'GET',
    path: '/',
    query: 'max-keys=2&prefix=J',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  };
  expect(isSigned(example, s3Keys.secretAccessKey)).toBe(true);
  expect(isSigned({ ...example, query: 'max-keys=3&prefix=J' }, s3Keys.secretAccessKey)).toBe(
    false,
  );
  expect(isSigned(example, 'another secret')).toBe(false);
});

describe('a library in a bucket', () => {
  test('is listed completely, page by page, with odd names and files that cannot be attached', async () => {
    const { library, asked } = await aLibrary(
      {
        'library/science/P6 T1 L1.pdf': 'one',
        'library/science/deep/P6 T1 L2 好+&<>"\'().pdf': 'three',
        'library/science/empty.pdf': '',
        'library/science/': '',
        'library/science/.DS_Store': 'x',
        'library/mathematics/P6 T1 L1.pdf': 'other',
        'science/elsewhere.pdf': 'other',
      },
      { pageSize: 2, prefix: 'library/' },
    );
    expect(await library.list('science')).toEqual([
      { key: 'science/P6 T1 L1.pdf', folder: 'science', name: 'P6 T1 L1.pdf', size: 3 },
      {
        key: 'science/deep/P6 T1 L2 好+&<>"\'().pdf',
        folder: 'science',
        name: 'P6 T1 L2 好+&<>"\'().pdf',
        size: 5,
      },
      { key: 'science/empty.pdf', folder: 'science', name: 'empty.pdf', size: 0, problem: 'empty' },
    ]);
    expect(asked).toHaveLength(3);
    expect(await library.list('english-paper-1')).toEqual([]);
  });

  test('is listed as it is by a server that does not encode keys', async () => {
    const names = ['a+b 100%.pdf', '100%25.pdf', `it's "<好>" & more.pdf`, '&amp;.pdf'];
    const objects = Object.fromEntries(names.map((name) => [`a + b/science/${name}`, 'x']));
    const { library } = await aLibrary(objects, { prefix: 'a + b/', encodesKeys: false });
    const listed = await library.list('science');
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const all = await aLibrary(objects, { encodesKeys: false });
    expect(await all.library.folders()).toEqual(['a + b']);
  });

  test('streams a file, and returns undefined for a missing one', async () => {
    const { library } = await aLibrary({ "science/it's (1) 好.pdf": 'questions' });
    const file = await library.open("science/it's (1) 好.pdf");
    expect(file?.size).toBe(9);
    expect(file && (await text(file.content))).toBe('questions');
    expect(await library.open('science/gone.pdf')).toBeUndefined();
  });

  test('saves a file under its prefix, also after a busy response', async () => {
    const { library, failures } = await aLibrary({}, { prefix: 'library/' });
    failures.push(503);
    await library.save("uploaded/1/it's (1) 好.pdf", Buffer.from('questions'));
    const files = await library.list('uploaded');
    expect(files).toMatchObject([{ key: "uploaded/1/it's (1) 好.pdf", size: 9 }]);
    const file = await library.open("uploaded/1/it's (1) 好.pdf");
    expect(file && (await text(file.content))).toBe('questions');
  });

  test('is retried when it is busy, and reports it if it stays busy', async () => {
    const { library, failures, asked } = await aLibrary({ 'science/a.pdf': 'a' });
    failures.push(503, 500);
    expect(await library.list('science')).toHaveLength(1);
    expect(asked).toHaveLength(3);
    failures.push(503, 503, 503, 503);
    await expect(library.list('science')).rejects.toThrow(
      'The bucket of the library refused with SlowDown.',
    );
  });

  test('reports a wrong key at once, and a server that does not respond', async () => {
    const { library, asked, server } = await aLibrary({}, { secretAccessKey: 'wrong' });
    await expect(library.list('science')).rejects.toThrow(
      'The bucket of the library refused with SignatureDoesNotMatch.',
    );
    expect(asked).toHaveLength(1);
    server.closeAllConnections();
    server.close();
    await expect(library.open('science/a.pdf')).rejects.toThrow(
      'The bucket of the library does not answer.',
    );
  });
});

test('the folders of a library are all folders below its prefix', async () => {
  const { library } = await aLibrary(
    {
      'lib/Scienc e/b.pdf': 'b',
      'lib/c.pdf': 'c',
      'lib/science/a.pdf': 'a',
      'lib/science/b.pdf': 'b',
      'other/d.pdf': 'd',
    },
    { prefix: 'lib/', pageSize: 1 },
  );
  expect((await library.folders()).toSorted()).toEqual(['Scienc e', 'science']);
});
