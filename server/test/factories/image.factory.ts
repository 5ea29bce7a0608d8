import sharp from 'sharp';
import type { TestFile } from '../multipart.ts';

type Options = {
  width?: number;
  height?: number;
  /** Opacity of the colour, 0 to 1. */
  alpha?: number;
  kind?: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';
};

export const anImage = ({ width = 40, height = 30, alpha = 1, kind = 'png' }: Options = {}) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 40, alpha } } })
    .toFormat(kind)
    .toBuffer();

/** The same as a file of a form. */
export const anImageFile = async (options: Options = {}): Promise<TestFile> => ({
  name: `photo.${options.kind ?? 'png'}`,
  type: `image/${options.kind ?? 'png'}`,
  content: await anImage(options),
});
