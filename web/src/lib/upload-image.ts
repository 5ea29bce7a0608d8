import {
  copyImage as copyOperation,
  imageTooLarge,
  imageTypes,
  maxImageBytes,
  uploadImage as operation,
} from 'staffroom-contract/domains/users/images.contract.ts';
import { callOperation, uploadFile, type UploadOptions } from './api-client.ts';

/** Types for the file picker; the server checks the content. */
export const acceptedImages = imageTypes.join(',');

/** Client-side error of a file. */
export const imageProblem = (file: File): string | undefined => {
  if (file.size === 0) return 'This file is empty.';
  if (file.size <= maxImageBytes) return undefined;
  return `This image has ${Math.ceil(file.size / 1024 / 1024)} MB. ${imageTooLarge}`;
};

/** Uploads an image and returns its URL; rejects like `callOperation`. */
export const uploadImage = async (file: File, options: UploadOptions): Promise<string> =>
  (await uploadFile(operation, file, options)).url;

/** Copies an image of another website; rejects like `callOperation`. */
export const copyImage = (address: string, signal: AbortSignal) =>
  callOperation(copyOperation, { body: { address } }, { signal });
