import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { desc, eq } from 'drizzle-orm';
import {
  imageBytesADay,
  maxImageBytes,
  uploadImage,
} from 'staffroom-contract/domains/users/images.contract.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { anImage, anImageFile } from '../../../test/factories/image.factory.ts';
import { multipartOf } from '../../../test/multipart.ts';
import { uploadedImages } from './images.schema.ts';

const app = useOwnTestApp();

const upload = async (content: Buffer, name = 'photo.png') => {
  const tutor = await app.as('Tutor');
  const { url } = await tutor.call(uploadImage, { file: { name, content } });
  return url;
};

const read = (url: string) => app.http.inject({ method: 'GET', url });

const refusedWith = async (content: Buffer, name = 'photo.png') => {
  const tutor = await app.as('Tutor');
  const answer = await tutor.refused(uploadImage, { file: { name, type: 'image/png', content } });
  return {
    status: answer.status,
    code: answer.code,
    field: answer.field,
    message: answer.body.message.errors[0]?.message,
  };
};

const unreadable = (words: string) => ({
  status: 415,
  code: 'image_unreadable',
  field: 'attachment',
  message: `${words} Use a JPEG, PNG or WebP image.`,
});

describe('an uploaded picture', () => {
  test('can be read by anyone with its address, and never changes', async () => {
    const url = await upload(await anImage());
    expect(url).toMatch(/^\/api\/image\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f-]{17}\.jpg$/);
    const answer = await read(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  test.each(['jpeg', 'png', 'webp'] as const)('is saved as JPEG if it was a %s', async (kind) => {
    const answer = await read(await upload(await anImage({ kind })));
    const { data } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect((await sharp(answer.rawPayload).metadata()).format).toBe('jpeg');
    for (const [at, shade] of [200, 80, 40].entries())
      expect(Math.abs((data[at] ?? 0) - shade)).toBeLessThan(6);
  });

  test.each(['png', 'webp'] as const)('keeps the transparency of a %s', async (kind) => {
    const url = await upload(await anImage({ kind, alpha: 0.5 }));
    expect(url).toMatch(/\.png$/);
    const answer = await read(url);
    expect(answer.headers['content-type']).toBe('image/png');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      format: 'png',
      hasAlpha: true,
    });
  });

  test('has at most 2,000 pixels on its longer side', async () => {
    const sizeOf = async (width: number, height: number) => {
      const answer = await read(await upload(await anImage({ width, height })));
      const metadata = await sharp(answer.rawPayload).metadata();
      return [metadata.width, metadata.height];
    };
    expect(await sizeOf(3000, 1500)).toEqual([2000, 1000]);
    expect(await sizeOf(700, 4000)).toEqual([350, 2000]);
    expect(await sizeOf(2000, 10)).toEqual([2000, 10]);
    expect(await sizeOf(1, 9000)).toEqual([1, 2000]);
  });

  test('is upright and contains no place, owner or camera', async () => {
    const photo = await sharp(await anImage({ kind: 'jpeg', width: 60, height: 20 }))
      .withExif({
        IFD0: { Artist: 'Tan Mei Ling', Make: 'Camera' },
        IFD3: { GPSLatitude: '1/1 2/1' },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Tan Mei Ling</x:xmpmeta>')
      .toBuffer();
    expect(photo.toString('latin1')).toContain('Tan Mei Ling');
    const { rawPayload } = await read(await upload(photo));
    const metadata = await sharp(rawPayload).metadata();
    expect(metadata).toMatchObject({ width: 20, height: 60 });
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    expect(rawPayload.toString('latin1')).not.toContain('Tan Mei Ling');
  });

  test('contains nothing that followed the picture in the file', async () => {
    const file = Buffer.concat([
      await anImage({ kind: 'jpeg' }),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const { rawPayload } = await read(await upload(file));
    expect(rawPayload.toString('latin1')).not.toContain('script');
  });

  test.each(['grey16', 'cmyk'] as const)('may have the colour space %s', async (colourspace) => {
    const source =
      colourspace === 'cmyk'
        ? await sharp(await anImage())
            .removeAlpha()
            .toColourspace('cmyk')
            .jpeg()
            .toBuffer()
        : await sharp(await anImage())
            .toColourspace('grey16')
            .png()
            .toBuffer();
    const { rawPayload } = await read(await upload(source));
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', depth: 'uchar' });
  });

  test('is in the database with its uploader, and in the audit trail', async () => {
    const url = await upload(await anImage({ width: 12, height: 8 }));
    const id = url.slice('/api/image/'.length, -'.jpg'.length);
    const { db } = app.database;
    const [image] = await db.select().from(uploadedImages).where(eq(uploadedImages.id, id));
    const tutor = await app.as('Tutor');
    expect(image).toMatchObject({
      width: 12,
      height: 8,
      createdBy: tutor.id,
      bytes: image!.content.length,
    });
    const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: 'image.uploaded',
      entity: 'image',
      entityId: id,
      actorId: tutor.id,
      after: { width: 12, height: 8, media_type: 'image/jpeg', bytes: image!.bytes },
    });
  });
});

describe('the error for another kind of file names the kind', () => {
  const box = (brand: string) => Buffer.from(`\0\0\0\x20ftyp${brand}\0\0\0\0`, 'latin1');
  const files: [words: string, content: () => Promise<Buffer> | Buffer][] = [
    ['This is a GIF.', () => anImage({ kind: 'gif' })],
    ['This is a TIFF.', () => anImage({ kind: 'tiff' })],
    ['This is an AVIF image.', () => anImage({ kind: 'avif' })],
    ['This is a BMP.', () => Buffer.from('BM\x46\0\0\0\0\0\0\0\x36', 'latin1')],
    ['This is a HEIC photo.', () => box('heic')],
    ['This is a HEIC photo.', () => box('mif1')],
    ['This is a video.', () => box('isom')],
    ['This is a video.', () => box('mp42')],
    ['This is a video.', () => box('M4V ')],
    [
      'This is an SVG.',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    [
      'This is an SVG.',
      () => Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- a -->\n<svg width="1">'),
    ],
    ['This is a web page.', () => Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
    ['This is a PDF.', () => Buffer.from('%PDF-1.7')],
    ['This is a ZIP or Office file.', () => Buffer.from('PK\x03\x04\x14')],
    ['This is a text.', () => Buffer.from('name,email\nTan Mei Ling,mei@example.com\n')],
    ['This is not an image.', () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
    ['This file is empty.', () => Buffer.alloc(0)],
  ];
  test.each(files)('%s', async (words, content) => {
    expect(await refusedWith(await content())).toEqual(unreadable(words));
  });

  test('refuses a file with the first bytes of one kind and the content of another', async () => {
    const png = await anImage();
    const gif = await anImage({ kind: 'gif' });
    const forged = Buffer.concat([png.subarray(0, 8), gif]);
    expect(await refusedWith(forged)).toEqual(unreadable('This PNG is damaged or incomplete.'));
  });
});

/** Returns the PNG with another size in its header. */
const withSize = (png: Buffer, width: number, height: number) => {
  const forged = Buffer.from(png);
  forged.writeUInt32BE(width, 16);
  forged.writeUInt32BE(height, 20);
  forged.writeUInt32BE(crc32(forged.subarray(12, 29)), 29);
  return forged;
};

describe('a picture that cannot be decoded', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('a %s cut in two', async (kind) => {
    const name = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' }[kind];
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .toFormat(kind)
      .toBuffer();
    const half = noise.subarray(0, noise.length / 2);
    expect(await refusedWith(half)).toEqual(unreadable(`This ${name} is damaged or incomplete.`));
    const head = noise.subarray(0, 12);
    expect(await refusedWith(head)).toEqual(unreadable(`This ${name} is damaged or incomplete.`));
  });

  test('a small file that would become 900 million pixels', async () => {
    const bomb = withSize(await anImage(), 30_000, 30_000);
    expect(bomb.length).toBeLessThan(maxImageBytes);
    expect(await refusedWith(bomb)).toEqual(
      unreadable('This image has more than 50 million pixels.'),
    );
  });
});

describe('a progressive picture', () => {
  const sized = (width: number, height: number, progressive: boolean) =>
    sharp({ create: { width, height, channels: 3, background: '#c85028' } })
      .jpeg({ progressive })
      .toBuffer();

  test('has at most 25 million pixels, because all of them are in memory at once', async () => {
    expect(await refusedWith(await sized(5001, 5000, true))).toEqual(
      unreadable('This JPEG is progressive and has more than 25 million pixels.'),
    );
    expect(await upload(await sized(5001, 5000, false))).toMatch(/\.jpg$/);
  });
});

describe('an address without a picture', () => {
  const id = '4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c';
  test.each([
    `${id}.jpg`,
    `${id}.png`,
    id,
    `${id}.svg`,
    '..%2f..%2fetc%2fpasswd',
    '%00.jpg',
    `${id.toUpperCase()}.jpg`,
    'x.jpg',
  ])('%s returns 404', async (name) => {
    const answer = await read(`/api/image/${name}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBeUndefined();
  });

  test('the other extension of an existing picture', async () => {
    const url = await upload(await anImage());
    expect((await read(url.replace('.jpg', '.png'))).statusCode).toBe(404);
  });
});

test('an account uploads at most 200 MB a day, also with concurrent uploads', async () => {
  const tutor = await app.as('Tutor', {});
  const content = await anImage();
  const { db } = app.database;
  const kept = async () => {
    const { url } = await tutor.call(uploadImage, { file: { content } });
    const ours = eq(uploadedImages.id, /[0-9a-f-]{36}/.exec(url)?.[0] ?? '');
    const [image] = await db
      .select({ bytes: uploadedImages.bytes })
      .from(uploadedImages)
      .where(ours);
    return {
      bytes: image?.bytes ?? 0,
      becomes: (change: { bytes?: number; created?: Date }) =>
        db.update(uploadedImages).set(change).where(ours),
    };
  };
  const first = await kept();
  await first.becomes({ bytes: imageBytesADay - first.bytes + 1 });
  expect(await tutor.refused(uploadImage, { file: { content } })).toMatchObject({
    status: 429,
    code: 'image_quota_used_up',
    headers: { 'retry-after': '3600' },
  });
  expect((await (await app.as('Admin')).send(uploadImage, { file: { content } })).status).toBe(201);
  await first.becomes({ created: new Date(app.clock.now().getTime() - 24 * 60 * 60_000) });
  const second = await kept();
  await second.becomes({ bytes: imageBytesADay - second.bytes });
  const both = await Promise.all([1, 2].map(() => tutor.send(uploadImage, { file: { content } })));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 429]));
});

/** Sends the first bytes of a picture and waits for `letGo` before it sends the rest. */
const sendingSlowly = () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const reached = { begun: 0, answered: [] as { status: number; retryAfter: unknown }[] };
  const send = async ({ token }: { token: string }) => {
    const { payload, headers } = multipartOf(await anImageFile());
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/admin/misc/image-upload',
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: Readable.from(
        (async function* () {
          reached.begun += 1;
          yield payload.subarray(0, 10);
          await held;
          yield payload.subarray(10);
        })(),
      ),
    });
    const retryAfter = answer.headers['retry-after'];
    reached.answered.push({ status: answer.statusCode, retryAfter });
  };
  return { reached, send, letGo };
};

const busy = { status: 503, retryAfter: '5' };
const statuses = (count: number, status: number) => Array.from({ length: count }, () => status);
const accounts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => app.as('Tutor', {})));

test('two accounts that send slowly do not block a third', async () => {
  const [one, other, quick] = await accounts(3);
  const { reached, send, letGo } = sendingSlowly();
  const slow = Promise.all([one!, other!].map(send));
  await expect.poll(() => reached.begun).toBe(2);
  const file = await anImageFile();
  expect((await quick!.send(uploadImage, { file })).status).toBe(201);
  expect(reached.answered).toEqual([]);
  letGo();
  await slow;
  expect(reached.answered.map(({ status }) => status)).toEqual(statuses(2, 201));
});

test('reads six uploads at once, queues ten, and refuses the next before reading it', async () => {
  const { reached, send, letGo } = sendingSlowly();
  const all = Promise.all((await accounts(17)).map(send));
  await expect.poll(() => reached.answered).toEqual([busy]);
  expect(reached.begun).toBe(6);
  letGo();
  await all;
  expect(reached.answered.slice(1).map(({ status }) => status)).toEqual(statuses(16, 201));
  const admin = await app.as('Admin');
  expect((await admin.send(uploadImage, { file: await anImageFile() })).status).toBe(201);
});

test('reads one slow upload of an account, queues four, and does not block other accounts', async () => {
  const [slow, quick] = await accounts(2);
  const { reached, send, letGo } = sendingSlowly();
  const all = Promise.all(Array.from({ length: 6 }, () => send(slow!)));
  await expect.poll(() => reached.answered).toEqual([busy]);
  expect(reached.begun).toBe(1);
  const file = await anImageFile();
  expect((await quick!.send(uploadImage, { file })).status).toBe(201);
  expect((await quick!.send(uploadImage, { file })).status).toBe(201);
  letGo();
  await all;
  expect(reached.answered.slice(1).map(({ status }) => status)).toEqual(statuses(5, 201));
});

test.each(['Agent', 'Partner', 'SalesAdmin', 'DataAdmin'] as const)(
  'refuses an upload by a %s with 403',
  async (role) => {
    const api = await app.as(role);
    expect(await api.refused(uploadImage, { file: await anImageFile() })).toMatchObject({
      status: 403,
    });
  },
);

test('handles many concurrent uploads', async () => {
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? anImage({ kind: 'gif' }) : anImage())),
  );
  const tutors = await accounts(4);
  const answers = await Promise.all(
    files.map((content, at) => tutors[at % 4]!.send(uploadImage, { file: { content } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    files.map((_, at) => (at % 3 === 0 ? 415 : 201)),
  );
});

let address: Promise<string> | undefined;
const listening = () => (address ??= app.listen());

test('a file one byte over the limit is refused over a real connection, whatever follows it', async () => {
  const address = await listening();
  const { token } = await app.as('Tutor');
  const sending = (size: number) => {
    const form = new FormData();
    form.set('attachment', new File([Buffer.alloc(size)], 'photo.png'));
    return fetch(`${address}/api/admin/misc/image-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
  };
  for (const size of [maxImageBytes + 1, 2 * maxImageBytes]) {
    const answer = await sending(size);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({
      message: {
        errors: [
          {
            code: 'payload_too_large',
            field: 'attachment',
            message: 'An image may have at most 10 MB.',
          },
        ],
      },
    });
  }
  const file = await anImageFile();
  expect((await (await app.as('Tutor')).send(uploadImage, { file })).status).toBe(201);
});

/** Reads the status line of the response on a connection. */
const statusLine = async (socket: Socket) => {
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString().split('\r\n')[0] ?? '';
};

test('slow bodies of one account do not block other accounts over real connections', async () => {
  const { hostname, port } = new URL(await listening());
  const [slow, quick] = await accounts(2);
  const { payload, headers } = multipartOf(await anImageFile());
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST /api/admin/misc/image-upload HTTP/1.1\r\nHost: ${hostname}\r\n` +
        `Authorization: Bearer ${slow!.token}\r\nContent-Type: ${headers['content-type']}\r\n` +
        `Content-Length: ${payload.length}\r\n\r\n`,
    );
    socket.write(payload.subarray(0, 100));
    return socket;
  });
  let refused = 0;
  const count = (line: string) => {
    if (line.includes('503')) refused += 1;
  };
  const answers = Promise.all(sockets.map((socket) => statusLine(socket).then(count)));
  try {
    const answer = await fetch(`http://${hostname}:${port}/api/admin/misc/image-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${quick!.token}`, ...headers },
      body: payload,
    });
    expect(answer.status).toBe(201);
    // The others still wait for their bodies.
    await expect.poll(() => refused).toBe(15);
  } finally {
    for (const socket of sockets) socket.write(payload.subarray(100));
  }
  await answers;
  expect(refused).toBe(15);
});
