import { useEffect, useRef } from 'react';
import { useConfirm } from './confirm.tsx';
import { WhyMissing } from './lazy-part.tsx';

type Props = { opened: boolean; onClose: () => void; retry: () => void };

/**
 * Replaces a dialog whose code could not be loaded; the page stays as it is. Uses the shell's confirm dialog, since
 * other code may fail to load too.
 */
export const MissingDialog = ({ opened, onClose, retry }: Props) => {
  const confirm = useConfirm();
  const latest = useRef({ onClose, retry });
  useEffect(() => {
    latest.current = { onClose, retry };
  });
  useEffect(() => {
    if (!opened) return undefined;
    let isShown = true;
    const ask = async () => {
      const isWanted = await confirm({
        title: 'Could not be opened',
        message: (
          <>
            <p>The code of this dialog could not be loaded. Nothing on the page has changed.</p>
            <WhyMissing />
          </>
        ),
        cancelLabel: 'Close',
        confirmLabel: 'Try again',
      });
      if (!isShown) return;
      if (isWanted) latest.current.retry();
      else latest.current.onClose();
    };
    void ask();
    return () => {
      isShown = false;
    };
  }, [opened, confirm]);
  return null;
};
