import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useConfirm } from '../../../../ui/confirm.tsx';

/**
 * Whether the dialog is open stands in the address, so the browser's Back closes it: asks first while
 * something typed would be lost. Answers how to close without being asked again.
 */
export const useGuardedBack = (options: {
  opened: boolean;
  dirty: boolean;
  onClose: () => void;
}): (() => void) => {
  const confirm = useConfirm();
  const closing = useRef(false);
  useBlocker({
    disabled: !options.opened || !options.dirty,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      if (closing.current || current.pathname !== next.pathname) return false;
      return !(await confirm({
        title: 'Discard changes?',
        message: 'What you typed here is not saved.',
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        danger: true,
      }));
    },
  });
  return () => {
    closing.current = true;
    options.onClose();
  };
};
