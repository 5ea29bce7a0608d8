import type Sharp from 'sharp';
import type { Sharp as Picture } from 'sharp';
import { refusal } from '../../platform/errors.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { kindOf, type ImageKind } from './image-kind.ts';
import { readBmp } from './read-bmp.ts';

/** Maximum length of the longer side of a saved picture, in pixels. */
const longestSide = 2000;
/** Most pixels of a picture: more than any phone camera takes; a file that claims more is a decompression bomb. */
const mostPixels = 50_000_000;
/** Most pixels in formats that decode only as a whole: all pixels are in memory at once. */
const mostPixelsInPasses = 25_000_000;

export type DecodedImage = {
  content: Buffer;
  mediaType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
};

/** The image kinds that a form field accepts. */
export type TakenImages = { field: string; kinds: readonly ImageKind[] };

/**
 * Decodes a picture by its content and re-encodes it: upright, without metadata about place and owner, at most 2,000
 * pixels on the longer side, as JPEG if it is opaque and as PNG if it has transparency (api.md: Boundaries that must
 * hold). Throws image_unreadable at the field, with the kind of file found instead.
 */
export const decodeImage = async (file: Buffer, taken: TakenImages): Promise<DecodedImage> => {
  const unreadable = refusing(taken);
  const found = kindOf(file);
  if (file.length === 0) throw unreadable('This file is empty.');
  if ('words' in found) throw unreadable(`This is ${found.words}.`);
  const { kind } = found;
  if (!taken.kinds.includes(kind)) throw unreadable(`This is a ${kind}.`);
  return inTurn(() => decode(file, kind, unreadable));
};

type Refuse = (what: string) => Error;

const refusing =
  ({ field, kinds }: TakenImages): Refuse =>
  (what) => {
    const last = kinds.at(-1) ?? '';
    const message = `${what} Use a ${kinds.slice(0, -1).join(', ')} or ${last} image.`;
    return refusal('image_unreadable', { field, message });
  };

/** A picture takes up to 120 MB and a thread; decoding several at once is no faster on a few cores. */
const inTurn = oneAtATime();

const decode = async (file: Buffer, kind: ImageKind, unreadable: Refuse): Promise<DecodedImage> => {
  const sharp = await loadSharp();
  const damaged = () => {
    throw unreadable(`This ${kind} is damaged or incomplete.`);
  };
  if (kind === 'BMP') {
    const bitmap = await readBmp(file, (pixels) => {
      if (pixels > mostPixelsInPasses)
        throw unreadable('This BMP has more than 25 million pixels.');
    });
    if (!bitmap) return damaged();
    const { data, ...raw } = bitmap;
    return written(fitted(sharp(data, { raw })), true);
  }
  const { width, height, hasAlpha, isProgressive } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(damaged);
  if (width * height > mostPixels) throw unreadable('This image has more than 50 million pixels.');
  if (isProgressive && width * height > mostPixelsInPasses)
    throw unreadable(`This ${kind} is progressive and has more than 25 million pixels.`);
  const upright = fitted(
    sharp(file, { limitInputPixels: mostPixels, failOn: 'warning' })
      .timeout({ seconds: 30 })
      .autoOrient(),
  );
  if (!hasAlpha) return written(upright, true).catch(damaged);
  // An alpha channel may be fully opaque, which only the decoded picture shows.
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true }).catch(damaged);
  const whole = sharp(data, {
    raw: { width: info.width, height: info.height, channels: info.channels },
  });
  const { isOpaque } = await whole.clone().stats();
  return written(whole, isOpaque);
};

const fitted = (picture: Picture) =>
  picture
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');

const written = async (picture: Picture, isOpaque: boolean): Promise<DecodedImage> => {
  const { data, info } = await (
    isOpaque ? picture.removeAlpha().jpeg({ quality: 85 }) : picture.png()
  ).toBuffer({ resolveWithObject: true });
  return {
    content: data,
    mediaType: isOpaque ? 'image/jpeg' : 'image/png',
    width: info.width,
    height: info.height,
  };
};

let loaded: Promise<typeof Sharp> | undefined;

/** Loads the decoder with the first image: one thread, no cache, and only the accepted formats. */
const loadSharp = () => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    const ours = ['Jpeg', 'Png', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`);
    sharp.unblock({ operation: ours });
    return sharp;
  });
  return loaded;
};
