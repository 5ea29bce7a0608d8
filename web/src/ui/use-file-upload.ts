import { useEffect, useRef, useState } from 'react';
import type { UploadOptions } from '../lib/api-client.ts';
import { isAway, isBusy, sentenceOf } from '../lib/api-error.ts';

export type FileUpload<Saved = unknown> =
  | { status: 'none' }
  | { status: 'uploading'; name: string; share: number }
  | { status: 'uploaded'; name: string; saved: Saved }
  /** `again` resends the same file, if that can succeed. */
  | { status: 'refused'; name: string; problem: string; again?: () => void };

type Options<Saved> = {
  /** Client-side error of a file. */
  problemOf: (file: File) => string | undefined;
  /** Sends the file; rejects like `callOperation`. */
  send: (file: File, options: UploadOptions) => Promise<Saved>;
  /** Called when a file is chosen or resent. */
  onStart?: (file: File) => void;
  onUploaded?: ((saved: Saved) => void) | undefined;
};

/** Uploads one file at a time; a new file, or leaving the screen, aborts the current upload. */
export const useFileUpload = <Saved>(options: Options<Saved>) => {
  const [state, setState] = useState<FileUpload<Saved>>({ status: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  /** The latest options: the screen may change before the answer. */
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const upload = async (file: File) => {
    running.current?.abort();
    const { name } = file;
    latest.current.onStart?.(file);
    const problem = latest.current.problemOf(file);
    if (problem) return setState({ status: 'refused', name, problem });
    const mine = new AbortController();
    running.current = mine;
    setState({ status: 'uploading', name, share: 0 });
    try {
      const saved = await latest.current.send(file, {
        signal: mine.signal,
        onProgress: (share) =>
          !mine.signal.aborted && setState({ status: 'uploading', name, share }),
      });
      setState({ status: 'uploaded', name, saved });
      return latest.current.onUploaded?.(saved);
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      const mayPass = isAway(error) || isBusy(error);
      return setState({
        status: 'refused',
        name,
        problem: sentenceOf(error),
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
