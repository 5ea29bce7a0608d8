import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { afterClosing } from './after-closing.ts';
import { useConfirm, type ConfirmQuestion } from './confirm.tsx';
import { shortcutRegistry } from './shortcut-registry.ts';
import { useShortcutLayer } from './use-shortcut.ts';

/** Asked before typed input would be lost. */
export const discardQuestion = {
  title: 'Discard changes?',
  message: 'What you typed here is not saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  danger: true,
} as const;

const popover =
  '[data-mantine-stop-propagation="true"], [aria-expanded="true"]:not([data-list-stays])';

/**
 * True if an open list or popover handles Escape itself. Excludes the element that opened the dialog, which keeps the
 * focus until the dialog takes it, and inputs whose list is part of the dialog and never closes alone
 * (`data-list-stays`).
 */
const isTakenByAPopover = (
  target: EventTarget | null,
  dialog: HTMLElement | null,
  opener: Element | null,
) =>
  target instanceof Element &&
  target !== document.body &&
  target !== opener &&
  (target.closest(popover) !== null || (dialog !== null && !dialog.contains(target)));

/**
 * Returns the focus to the element that opened the dialog. Mantine does too, but gives up after an intermediate question
 * ('Discard changes?').
 */
const useFocusBack = (opened: boolean, content: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    const dialog = content.current;
    return () => {
      setTimeout(() => {
        const active = document.activeElement;
        const isLost = active === null || active === document.body || dialog?.contains(active);
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      }, afterClosing);
    };
  }, [opened, content]);
};

/**
 * Guards the closing of a dialog: Escape, the close button, a click outside, leaving the page and closing the tab ask
 * first while `dirty`.
 */
export const useCloseGuard = (options: {
  opened: boolean;
  dirty: boolean;
  /** A save is in flight; closing waits for its answer. */
  busy?: boolean;
  /** Replaces 'Discard changes?' if something other than typed text would be lost. */
  question?: ConfirmQuestion | undefined;
  onClose: () => void;
}) => {
  const { opened, dirty, question = discardQuestion } = options;
  const layer = useId();
  const content = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();
  useShortcutLayer(layer, opened, dirty);

  const requestClose = async () => {
    if (options.busy) return;
    if (!dirty || (await confirm(question))) options.onClose();
  };
  const latest = useRef(requestClose);
  useLayoutEffect(() => {
    latest.current = requestClose;
  });

  // In a layout effect, so that the first key press after rendering is handled.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (shortcutRegistry.topLayer !== layer) return;
      if (isTakenByAPopover(event.target, content.current, opener)) return;
      event.preventDefault();
      // The same key press must not also answer the question that it opens.
      event.stopImmediatePropagation();
      void latest.current();
    };
    // In the capture phase, before a popover closes itself and no longer looks open.
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [opened, layer]);

  useFocusBack(opened, content);

  useBlocker({
    disabled: !opened || !dirty,
    enableBeforeUnload: opened && dirty,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await confirm(question)),
  });

  return { layer, content, requestClose: () => void requestClose() };
};
