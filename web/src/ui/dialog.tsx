import { ActionIcon, Button, Modal, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode, SubmitEvent } from 'react';
import type { ConfirmQuestion } from './confirm.tsx';
import styles from './dialog.module.css';
import { markFirstField } from './mark-first-field.ts';
import { submitOnCtrlEnter } from './submit-on-ctrl-enter.ts';
import { useCloseGuard } from './use-close-guard.ts';
import { ShortcutLayer } from './use-shortcut.ts';

type Props = {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Closing asks 'Discard changes?', because typed input would be lost. */
  dirty?: boolean;
  /** Replaces the 'Discard changes?' question. */
  question?: ConfirmQuestion | undefined;
  busy?: boolean;
  /** With it, body and footer are a form; Ctrl/⌘ Enter submits too. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Label of the close button; without a `primary` there is no such button. */
  cancelLabel?: string;
  /** Focuses the close button first, because the action cannot be undone. */
  cancelFocused?: boolean;
  /** Left side of the footer: missing fields. */
  footerStart?: ReactNode;
  /** The primary button, last in the footer. */
  primary?: ReactNode;
  size?: number;
  children: ReactNode;
};

/** A modal dialog, named by its title; focus moves in and returns on close. */
export const Dialog = (props: Props) => {
  const { title, opened, primary, onSubmit, size = 480, children } = props;
  const { layer, content, requestClose } = useCloseGuard({ ...props, dirty: props.dirty ?? false });
  const body = (
    <>
      <Modal.Body className={styles.body} ref={props.cancelFocused ? undefined : markFirstField}>
        {children}
      </Modal.Body>
      {primary && (
        <Group
          className={styles.footer}
          pos="sticky"
          align="center"
          justify="flex-end"
          wrap="wrap"
          py="md"
          px="xl"
        >
          <Text component="div" inherit flex={1} miw={0} c="dimmed">
            {props.footerStart}
          </Text>
          <Button
            onClick={requestClose}
            disabled={props.busy ?? false}
            data-autofocus={props.cancelFocused || undefined}
          >
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          {primary}
        </Group>
      )}
    </>
  );
  return (
    <Modal.Root opened={opened} onClose={requestClose} closeOnEscape={false} size={size} centered>
      <Modal.Overlay />
      <Modal.Content ref={content}>
        <ShortcutLayer value={layer}>
          <Modal.Header className={styles.header} role="presentation">
            <Modal.Title className={styles.title}>{title}</Modal.Title>
            <ActionIcon aria-label="Close" onClick={requestClose} size={30}>
              <IconX size={16} stroke={1.7} />
            </ActionIcon>
          </Modal.Header>
          {onSubmit ? (
            <form
              noValidate
              onKeyDown={submitOnCtrlEnter}
              onSubmit={(event) => {
                // React events bubble through portals, so this also receives those of a dialog above.
                if (event.target !== event.currentTarget) return;
                event.preventDefault();
                onSubmit(event);
              }}
            >
              {body}
            </form>
          ) : (
            body
          )}
        </ShortcutLayer>
      </Modal.Content>
    </Modal.Root>
  );
};
