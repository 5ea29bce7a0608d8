import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useConfirm, type ConfirmQuestion } from './confirm.tsx';
import { discardQuestion } from './use-close-guard.ts';

/**
 * Whether the dialog is open stands in the address, so the browser's Back closes it: asks first while
 * something typed would be lost. Answers how to close without being asked again.
 */
export const useGuardedBack = (options: {
  opened: boolean;
  dirty: boolean;
  onClose: () => void;
  /** Asked instead of 'Discard changes?'. */
  question?: ConfirmQuestion | undefined;
  /** Whether the dialog is still open at an address: one of its tabs stands there too. */
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
