import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useConfirm, type ConfirmQuestion } from './confirm.tsx';
import { discardQuestion } from './use-close-guard.ts';

/**
 * Lets the browser's Back close a dialog whose state is in the address: asks first while typed input would be lost.
 * Returns a function that closes without asking.
 */
export const useGuardedBack = (options: {
  opened: boolean;
  dirty: boolean;
  onClose: () => void;
  /** Asked instead of 'Discard changes?'. */
  question?: ConfirmQuestion | undefined;
  /** True if the dialog is still open at an address: one of its tabs has its own. */
  isOpenAt?: ((search: object) => boolean) | undefined;
}): (() => void) => {
  const confirm = useConfirm();
  const closing = useRef(false);
  useBlocker({
    disabled: !options.opened || !options.dirty,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      if (closing.current || current.pathname !== next.pathname) return false;
      if (options.isOpenAt?.(next.search)) return false;
      return !(await confirm(options.question ?? discardQuestion));
    },
  });
  return () => {
    closing.current = true;
    options.onClose();
  };
};
