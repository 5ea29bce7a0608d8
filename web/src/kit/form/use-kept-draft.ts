import { useEffect, useRef } from 'react';
import { keepPlace, onSessionExpired, takeDraft, type KeptValues } from '../../lib/session-end.ts';
import { useSessionUser } from '../../lib/session.ts';
import { showSnackbar } from '../../ui/snackbars.tsx';

/** `changed` is empty when nothing was typed. */
type Options = KeptValues & {
  /** Tells the forms apart: what it is about, and of which record. */
  form: string;
  opened: boolean;
  restore: (kept: KeptValues) => void;
};

/**
 * What was typed when the session ran out stands in the form again once the same person has signed in and opens it, in this
 * tab.
 */
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
      if (Object.keys(changed).length > 0) keepPlace(user, { form, changed, version });
    });
  }, [user, form, opened]);
};
