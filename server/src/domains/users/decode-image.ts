import type Sharp from 'sharp';
import { refusal } from '../../platform/errors.ts';
import { kindOf, type ImageKind } from './image-kind.ts';

/** The longer side of what is kept, in pixels. */
const longestSide = 2000;
/** More than any camera in a phone takes at full size; what says more is a bomb. */
const mostPixels = 50_000_000;

export type DecodedImage = {
  content: Buffer;
  mediaType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
};

/**
 * Decodes a JPEG, PNG or WebP by its content and writes the picture anew: upright, without what a camera noted about
 * place and owner, at most 2,000 pixels on the longer side, as JPEG where it is opaque and as PNG where one can see
 * through (api.md: Boundaries that must hold). Throws image_unreadable with what the file is instead.
 */
export const decodeImage = async (file: Buffer): Promise<DecodedImage> => {
  const found = kindOf(file);
  if (file.length === 0) throw unreadable('This file is empty.');
  if ('words' in found) throw unreadable(`This is ${found.words}.`);
  return decode(file, found.kind);
};

const decode = async (file: Buffer, kind: ImageKind): Promise<DecodedImage> => {
  const sharp = await loadSharp();
  const damaged = () => {
    throw unreadable(`This ${kind} is damaged or incomplete.`);
  };
  const { width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(damaged);
  if (width * height > mostPixels) throw unreadable('This image has more than 50 million pixels.');
  const { data, info } = await sharp(file, { limitInputPixels: mostPixels, failOn: 'warning' })
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(damaged);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const { isOpaque } = await sharp(data, { raw }).stats();
  const picture = sharp(data, { raw });
  return {
    content: await (
      isOpaque ? picture.removeAlpha().jpeg({ quality: 85 }) : picture.png()
    ).toBuffer(),
    mediaType: isOpaque ? 'image/jpeg' : 'image/png',
    width: info.width,
    height: info.height,
  };
};

const unreadable = (what: string) =>
  refusal('image_unreadable', {
    field: 'attachment',
    message: `${what} Use a JPEG, PNG or WebP image.`,
  });

let loaded: Promise<typeof Sharp> | undefined;

/** The decoder, loaded with the first image: one thread, no cache, and no other formats than ours. */
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
