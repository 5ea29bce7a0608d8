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

const textOf = (field: EventTarget | null): string | undefined => {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    return field.matches('[type="checkbox"], [type="radio"], [type="file"], [data-list-stays]')
      ? undefined
      : field.value;
  return field instanceof HTMLElement && field.isContentEditable ? field.innerHTML : undefined;
};

/** Returns a function that is true for a field whose text has changed since it took the focus: Escape leaves it first. */
const useChangedField = (opened: boolean, content: RefObject<HTMLElement | null>) => {
  const entered = useRef<{ field: EventTarget | null; text: string | undefined }>(null);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const note = ({ target }: Event) => {
      entered.current = { field: target, text: textOf(target) };
    };
    // Enter takes the text: a search has run.
    const noteTaken = (event: KeyboardEvent) => {
      if (event.key === 'Enter') note(event);
    };
    window.addEventListener('focusin', note);
    window.addEventListener('keydown', noteTaken);
    return () => {
      window.removeEventListener('focusin', note);
      window.removeEventListener('keydown', noteTaken);
    };
  }, [opened]);
  return (target: EventTarget | null) =>
    target instanceof Node &&
    content.current?.contains(target) === true &&
    entered.current?.field === target &&
    entered.current.text !== textOf(target);
};

/** Moves the focus to the dialog, so that its keys act; a panel beside a list cannot take it. */
const leaveField = (field: EventTarget | null, dialog: HTMLElement | null) => {
  dialog?.focus({ preventScroll: true });
  if (document.activeElement === field && field instanceof HTMLElement) field.blur();
};

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
 * first while `dirty`. Escape leaves a changed field before it closes the dialog.
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
  const isChangedField = useChangedField(opened, content);

  const requestClose = async () => {
    if (options.busy) return;
    if (!dirty || (await confirm(question))) options.onClose();
  };
  const leaveOrClose = (target: EventTarget | null) => {
    if (isChangedField(target)) leaveField(target, content.current);
    else void requestClose();
  };
  const latest = useRef(leaveOrClose);
  useLayoutEffect(() => {
    latest.current = leaveOrClose;
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
      latest.current(event.target);
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
