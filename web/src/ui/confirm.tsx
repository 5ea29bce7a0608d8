import { Button, Modal } from '@mantine/core';
import {
  createContext,
  useCallback,
  useContext,
  useId,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import styles from './dialog.module.css';
import { useShortcutLayer } from './use-shortcut.ts';

export type ConfirmQuestion = {
  title: string;
  /** What will happen. */
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The act takes something away. */
  danger?: boolean;
};

type Ask = (question: ConfirmQuestion) => Promise<boolean>;

const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** Asks a question in a dialog: `if (await confirm({...})) …`. */
export const useConfirm = (): Ask => useContext(ConfirmContext);

/** Holds the one confirm dialog of the app. */
export const ConfirmProvider = ({ children }: { children: ReactNode }) => {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null);
  const [opened, setOpened] = useState(false);
  const answer = useRef<((value: boolean) => void) | null>(null);
  const layer = useId();
  useShortcutLayer(layer, opened);

  const ask = useCallback<Ask>((next) => {
    answer.current?.(false);
    setQuestion(next);
    setOpened(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const close = (value: boolean) => {
    setOpened(false);
    answer.current?.(value);
    answer.current = null;
  };

  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal.Root
        opened={opened}
        onClose={() => close(false)}
        size={420}
        centered
        zIndex={250}
        classNames={{ content: styles.content }}
      >
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Header className={styles.header} role="presentation">
            <Modal.Title className={styles.title}>{question?.title}</Modal.Title>
          </Modal.Header>
          <Modal.Body className={styles.body}>{question?.message}</Modal.Body>
          <div className={styles.footer}>
            {/* Enter must not take something away by accident. */}
            <Button onClick={() => close(false)} data-autofocus={question?.danger || undefined}>
              {question?.cancelLabel ?? 'Cancel'}
            </Button>
            <Button
              variant={question?.danger ? 'danger' : 'filled'}
              onClick={() => close(true)}
              data-autofocus={!question?.danger || undefined}
            >
              {question?.confirmLabel}
            </Button>
          </div>
        </Modal.Content>
      </Modal.Root>
    </ConfirmContext>
  );
};
