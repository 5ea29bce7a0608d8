import { FetchProblem, type FetchFile } from '../src/platform/fetch-file.ts';
import { anImage } from './factories/image.factory.ts';

export const pictureWebsite = 'https://pictures.example';

/**
 * Fakes other websites. On pictures.example an address that ends in `.png` is a picture with the width in its name, and
 * any other is a web page. Other hosts are unreachable.
 */
export const fetchFromStandIn: FetchFile = async (address) => {
  const { host, pathname } = new URL(address);
  if (host !== new URL(pictureWebsite).host) throw new FetchProblem('unreachable');
  const width = /(\d+)\.png$/.exec(pathname)?.[1] ?? '40';
  return pathname.endsWith('.png')
    ? anImage({ width: Number(width) })
    : Buffer.from('<!doctype html><p>No picture</p>');
};
