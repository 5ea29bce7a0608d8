import { imageProblem, uploadImage } from '../../lib/upload-image.ts';
import { useFileUpload } from '../use-file-upload.ts';

/** Uploads one image at a time; see `useFileUpload`. */
export const useImageUpload = (onUploaded?: (url: string) => void) =>
  useFileUpload({ problemOf: imageProblem, send: uploadImage, onUploaded });
