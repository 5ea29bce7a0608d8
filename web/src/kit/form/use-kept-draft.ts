import { useEffect, useRef } from 'react';
import { keepPlace, onSessionExpired, takeDraft, type KeptValues } from '../../lib/session-end.ts';
import { useSessionUser } from '../../lib/session.ts';
import { showSnackbar } from '../../ui/snackbars.tsx';

/** `changed` is empty if nothing was typed. */
type Options = KeptValues & {
  /** Identifies the form: its operation and record. */
  form: string;
  opened: boolean;
  restore: (kept: KeptValues) => void;
};

/** Restores what was typed when the session ended, once the same user has signed in and reopens the form in this tab. */
export const useKeptDraft = (options: Options): void => {
  const { _id: user } = useSessionUser();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { form, opened } = options;
  useEffect(() => {
    if (!opened) return undefined;
    const kept = takeDraft(user, form);
    if (kept) {
      latest.current.restore(kept);
      showSnackbar('What you typed before your session ended is back.');
    }
    return onSessionExpired(() => {
      const { changed, version } = latest.current;
      if (Object.keys(changed).length > 0) keepPlace(user, { draft: { form, changed, version } });
    });
  }, [user, form, opened]);
};
