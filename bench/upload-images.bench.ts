import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { demoEmail, demoPassword } from 'staffroom-demo/sign-ins.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { startServerUnderLoad, type ServerUnderLoad } from './server-under-load.ts';

const uploads = 100;
const accounts = ['admin', 'custservice', 'typist', 'tutor'];

/** Peak memory during 100 concurrent uploads, of the largest size and the slowest formats to decode. */
export const measureUploads = async (
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const pictures = await largePictures();
  const server = await startServerUnderLoad(dataset);
  try {
    const tokens = await Promise.all(accounts.map((role) => signIn(server, role)));
    const before = await peakOf(server);
    const statuses = await Promise.all(
      Array.from({ length: uploads }, (_, at) =>
        upload(server, {
          token: tokens[at % tokens.length] ?? '',
          picture: pictures[Math.floor(at / tokens.length) % pictures.length] ?? Buffer.alloc(0),
        }),
      ),
    );
    const kept = statuses.filter((status) => status === 201).length;
    const refused = statuses.filter((status) => status === 503).length;
    if (kept === 0 || kept + refused < uploads)
      throw new Error(`${uploads} uploads answered ${[...new Set(statuses)].join(', ')}.`);
    const peak = await peakOf(server);
    log(`uploads: ${kept} kept, ${refused} refused; ${before} MB before, ${peak} MB at peak`);
    return [
      {
        what: `${uploads} uploads at once: memory`,
        value: peak,
        unit: 'MB',
        bar: 400,
        atLeast: false,
      },
    ];
  } finally {
    await server.stop();
  }
};

const signIn = async (server: ServerUnderLoad, role: string) => {
  const { token } = await server.call<{ token: string }>('/auth', {
    method: 'POST',
    body: { email: demoEmail(role), password: demoPassword },
  });
  return token;
};

const upload = async (
  server: ServerUnderLoad,
  { token, picture }: { token: string; picture: Buffer },
) => {
  const form = new FormData();
  form.set('attachment', new File([new Uint8Array(picture)], 'picture'));
  const answer = await fetch(`${server.address}/api${uploadImage.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  await answer.arrayBuffer();
  return answer.status;
};

/** A photo of 48 million pixels, a progressive one, and a transparent interlaced one. */
const largePictures = async () => {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const background = { r: 200, g: 80, b: 40 };
  const small = await sharp({
    create: { width: 1000, height: 750, channels: 3, background, noise: gaussian },
  })
    .png()
    .toBuffer();
  const photo = () => sharp(small).resize(8000, 6000);
  const [width, height] = [6000, 4000];
  return Promise.all([
    photo().jpeg({ quality: 80 }).toBuffer(),
    photo().resize(width, height).jpeg({ quality: 90, progressive: true }).toBuffer(),
    sharp({ create: { width, height, channels: 4, background: { ...background, alpha: 0.5 } } })
      .png({ progressive: true })
      .toBuffer(),
  ]);
};

/** The peak memory of the server's process so far, in MB. */
const peakOf = async ({ pid }: ServerUnderLoad) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
};
