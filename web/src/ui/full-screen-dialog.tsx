import { ActionIcon, Button, Modal } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ConfirmQuestion } from './confirm.tsx';
import styles from './full-screen-dialog.module.css';
import { KeyHint } from './key-hint.tsx';
import { markFirstField } from './mark-first-field.ts';
import { submitOnCtrlEnter } from './submit-on-ctrl-enter.ts';
import { useCloseGuard } from './use-close-guard.ts';
import { ShortcutLayer } from './use-shortcut.ts';

type Props = {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Something typed would be lost: closing asks 'Discard changes?'. */
  dirty: boolean;
  /** What closing asks then instead. */
  question?: ConfirmQuestion | undefined;
  /** A write is on its way. */
  busy?: boolean;
  /** Steps beside the title. */
  stepper?: ReactNode;
  /** Called when the form is submitted, by its button or Ctrl/⌘ Enter. */
  onSubmit?: () => void;
  /** The summary panel: a column at the right, on small screens above the footer. */
  aside?: ReactNode;
  /** What the footer says of the summary on small screens: the total, the counts. */
  asideSummary?: ReactNode;
  /** Left side of the footer. */
  footerStart?: ReactNode;
  /** Label of the button that closes; `null` leaves it out. */
  cancelLabel?: string | null;
  /** Buttons of the footer after Cancel, the primary one last. */
  actions: ReactNode;
  /** No padding: the body lays itself out (columns to the edge). */
  bare?: boolean;
  children: ReactNode;
};

/** A dialog that takes the whole screen: header, body that scrolls, footer that stays. */
export const FullScreenDialog = (props: Props) => {
  const { title, opened, aside, actions, children } = props;
  const { layer, content, requestClose } = useCloseGuard(props);

  return (
    <Modal.Root
      opened={opened}
      onClose={requestClose}
      closeOnEscape={false}
      fullScreen
      padding={0}
      classNames={{ content: styles.content }}
    >
      <Modal.Content ref={content}>
        <ShortcutLayer value={layer}>
          <form
            className={styles.frame}
            noValidate
            onKeyDown={submitOnCtrlEnter}
            onSubmit={(event) => {
              // React hands on what happens in a dialog above this one too.
              if (event.target !== event.currentTarget) return;
              event.preventDefault();
              props.onSubmit?.();
            }}
          >
            <Modal.Header className={styles.header} role="presentation">
              <Modal.Title className={styles.title}>{title}</Modal.Title>
              <div className={styles.stepper}>{props.stepper}</div>
              <KeyHint keys="Esc" />
              <ActionIcon aria-label="Close" onClick={requestClose}>
                <IconX size={17} stroke={1.7} />
              </ActionIcon>
            </Modal.Header>
            <div className={styles.columns} data-with-aside={aside ? true : undefined}>
              <div ref={markFirstField} className={styles.body} data-bare={props.bare || undefined}>
                {children}
              </div>
              {aside && <aside className={styles.aside}>{aside}</aside>}
            </div>
            <div className={styles.footer}>
              {aside && props.asideSummary && (
                <SmallScreenSummary summary={props.asideSummary}>{aside}</SmallScreenSummary>
              )}
              <div className={styles.footerStart}>{props.footerStart}</div>
              {props.cancelLabel !== null && (
                <Button onClick={requestClose} disabled={props.busy ?? false}>
                  {props.cancelLabel ?? 'Cancel'}
                </Button>
              )}
              {actions}
            </div>
          </form>
        </ShortcutLayer>
      </Modal.Content>
    </Modal.Root>
  );
};

const SmallScreenSummary = ({ summary, children }: { summary: ReactNode; children: ReactNode }) => {
  const [opened, setOpened] = useState(false);
  const Chevron = opened ? IconChevronDown : IconChevronUp;
  return (
    <>
      <button
        type="button"
        className={styles.summaryToggle}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {summary}
        <Chevron size={14} stroke={1.7} aria-hidden="true" />
      </button>
      {opened && <div className={styles.sheet}>{children}</div>}
    </>
  );
};
