import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { afterClosing } from './after-closing.ts';
import { useConfirm, type ConfirmQuestion } from './confirm.tsx';
import { shortcutRegistry } from './shortcut-registry.ts';
import { useShortcutLayer } from './use-shortcut.ts';

/** Asked before something typed would be lost. */
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
 * Is true when an open list or popover takes Escape for itself. What opened the dialog does not: it has the focus until
 * the dialog takes it. Nor does an input whose list is a part of the dialog and never closes alone (`data-list-stays`).
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
 * Brings the focus back to what opened the dialog. The kit does so too, but gives up when a question
 * ('Discard changes?') stood in between.
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
 * Closing a dialog so that nothing typed is thrown away: Escape, the close button, a click outside,
 * leaving the page and closing the tab ask first while `dirty`.
 */
export const useCloseGuard = (options: {
  opened: boolean;
  dirty: boolean;
  /** A write is on its way; closing waits for its answer. */
  busy?: boolean;
  /** Asked instead of 'Discard changes?', where something else than typed text would be lost. */
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

  // In time for the first key after the dialog is seen.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (shortcutRegistry.topLayer !== layer) return;
      if (isTakenByAPopover(event.target, content.current, opener)) return;
      event.preventDefault();
      // The question that this opens must not take the same key press as its answer.
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
