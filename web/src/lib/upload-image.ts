import {
  imageTooLarge,
  imageTypes,
  maxImageBytes,
  uploadImage as operation,
} from '@staffroom/contract/domains/users/images.contract.ts';
import { uploadFile, type UploadOptions } from './api-client.ts';

/** What a file picker offers first; the server looks at the content. */
export const acceptedImages = imageTypes.join(',');

/** Why a file is not worth sending. */
export const imageProblem = (file: File): string | undefined => {
  if (file.size === 0) return 'This file is empty.';
  if (file.size <= maxImageBytes) return undefined;
  return `This image has ${Math.ceil(file.size / 1024 / 1024)} MB. ${imageTooLarge}`;
};

/** Uploads an image and answers where it is read from; fails like `callOperation`. */
export const uploadImage = async (file: File, options: UploadOptions): Promise<string> =>
  (await uploadFile(operation, file, options)).url;
