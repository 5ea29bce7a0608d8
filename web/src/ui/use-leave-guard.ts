import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useConfirm } from './confirm.tsx';
import { discardQuestion } from './use-close-guard.ts';

/**
 * Asks before leaving a page with a form, or closing the tab, while `dirty`. Returns a function that lets the next
 * navigation pass, for when everything is saved.
 */
export const useLeaveGuard = (dirty: boolean): (() => void) => {
  const confirm = useConfirm();
  const passes = useRef(false);
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty && !passes.current,
    shouldBlockFn: async ({ current, next }) =>
      !passes.current && current.pathname !== next.pathname && !(await confirm(discardQuestion)),
  });
  return () => {
    passes.current = true;
  };
};
