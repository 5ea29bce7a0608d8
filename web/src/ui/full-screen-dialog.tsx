import { ActionIcon, Button, Modal, Box, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ConfirmQuestion } from './confirm.tsx';
import styles from './full-screen-dialog.module.css';
import { KeyHint } from './key-hint.tsx';
import { markFirstField } from './mark-first-field.ts';
import { submitOnCtrlEnter } from './submit-on-ctrl-enter.ts';
import { useCloseGuard } from './use-close-guard.ts';
import { ShortcutLayer } from './use-shortcut.ts';
import { useStacked } from './use-narrow.ts';

type Props = {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Closing asks 'Discard changes?', because typed input would be lost. */
  dirty: boolean;
  /** The height of a dialog of 960 px that leaves the page in sight, where there is space for it. */
  height?: number;
  /** Replaces the 'Discard changes?' question. */
  question?: ConfirmQuestion | undefined;
  /** A save is in flight. */
  busy?: boolean;
  stepper?: ReactNode;
  /** Called on submit, by the button or Ctrl/⌘ Enter. */
  onSubmit?: () => void;
  /** The summary panel: a column at the right, or above the footer on small screens. */
  aside?: ReactNode;
  /** The summary in the footer of small screens: the total, the counts. */
  asideSummary?: ReactNode;
  footerStart?: ReactNode;
  /** Label of the close button; `null` leaves it out. */
  cancelLabel?: string | null;
  /** It cannot be closed before its act is done: no ×, no Cancel, and Escape does nothing. */
  stays?: boolean;
  /** Footer buttons after Cancel; the primary one is last. */
  actions: ReactNode;
  /** No padding: the body lays itself out, with columns to the edge. */
  bare?: boolean;
  children: ReactNode;
};

/** A full-screen dialog: header, scrolling body, sticky footer. */
export const FullScreenDialog = (props: Props) => {
  const { title, opened, aside, actions, children } = props;
  const { layer, content, requestClose } = useCloseGuard(props);
  const isStacked = useStacked();
  const height = isStacked ? undefined : props.height;

  return (
    <Modal.Root
      opened={opened}
      onClose={requestClose}
      closeOnEscape={false}
      {...(height === undefined ? { fullScreen: true } : { size: 960, centered: true })}
      padding={0}
    >
      {height !== undefined && <Modal.Overlay />}
      <Modal.Content ref={content}>
        <ShortcutLayer value={layer}>
          <form
            className={styles.frame}
            style={height === undefined ? undefined : { height, maxHeight: 'calc(100dvh - 48px)' }}
            noValidate
            onKeyDown={submitOnCtrlEnter}
            onSubmit={(event) => {
              // React events bubble through portals, so this also receives those of a dialog above.
              if (event.target !== event.currentTarget) return;
              event.preventDefault();
              props.onSubmit?.();
            }}
          >
            <Modal.Header className={styles.header} role="presentation">
              <Modal.Title className={styles.title}>{title}</Modal.Title>
              <Box flex={1} miw={0} px="sm">
                {props.stepper}
              </Box>
              {!props.stays && (
                <>
                  <KeyHint keys="Esc" />
                  <ActionIcon aria-label="Close" onClick={requestClose}>
                    <IconX size={17} stroke={1.7} />
                  </ActionIcon>
                </>
              )}
            </Modal.Header>
            <Box
              className={styles.columns}
              flex={1}
              mih={0}
              data-with-aside={aside ? true : undefined}
            >
              <div ref={markFirstField} className={styles.body} data-bare={props.bare || undefined}>
                {children}
              </div>
              {aside && (
                <Box component="aside" className={styles.aside} visibleFrom="md">
                  {aside}
                </Box>
              )}
            </Box>
            <Group
              className={styles.footer}
              justify="flex-end"
              wrap="wrap"
              pos="relative"
              flex="none"
              mih="var(--footer-height)"
            >
              {aside && props.asideSummary && (
                <SmallScreenSummary summary={props.asideSummary}>{aside}</SmallScreenSummary>
              )}
              <Text
                className={styles.footerStart}
                component="div"
                flex={1}
                miw={0}
                variant="meta"
                c="secondary"
              >
                {props.footerStart}
              </Text>
              {props.cancelLabel !== null && !props.stays && (
                <Button onClick={requestClose} disabled={props.busy ?? false}>
                  {props.cancelLabel ?? 'Cancel'}
                </Button>
              )}
              {actions}
            </Group>
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
      <Box
        component="button"
        type="button"
        className={styles.summary}
        hiddenFrom="md"
        flex={1}
        miw={0}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {summary}
        <Chevron size={14} stroke={1.7} aria-hidden="true" />
      </Box>
      {opened && (
        <Box className={styles.sheet} pos="absolute" hiddenFrom="md">
          {children}
        </Box>
      )}
    </>
  );
};
