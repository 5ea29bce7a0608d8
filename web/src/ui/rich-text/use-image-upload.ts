import { useEffect, useRef, useState } from 'react';
import { isAway, isBusy, sentenceOf } from '../../lib/api-error.ts';
import { imageProblem, uploadImage } from '../../lib/upload-image.ts';

export type ImageUpload =
  | { status: 'none' }
  | { status: 'uploading'; name: string; share: number }
  | { status: 'uploaded'; name: string; url: string }
  /** `again` sends the same file, where that may succeed. */
  | { status: 'refused'; name: string; problem: string; again?: () => void };

/** Uploads one image at a time; a new one, and leaving the screen, ends the one on its way. */
export const useImageUpload = (onUploaded?: (url: string) => void) => {
  const [state, setState] = useState<ImageUpload>({ status: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const upload = async (file: File) => {
    running.current?.abort();
    const { name } = file;
    const problem = imageProblem(file);
    if (problem) return setState({ status: 'refused', name, problem });
    const mine = new AbortController();
    running.current = mine;
    setState({ status: 'uploading', name, share: 0 });
    try {
      const url = await uploadImage(file, {
        signal: mine.signal,
        onProgress: (share) =>
          !mine.signal.aborted && setState({ status: 'uploading', name, share }),
      });
      setState({ status: 'uploaded', name, url });
      return onUploaded?.(url);
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      const mayPass = isAway(error) || isBusy(error);
      const problem = sentenceOf(error);
      return setState({
        status: 'refused',
        name,
        problem,
        ...(mayPass && { again: () => void upload(file) }),
      });
    }
  };

  const forget = () => {
    running.current?.abort();
    setState({ status: 'none' });
  };
  return { state, upload, forget };
};
