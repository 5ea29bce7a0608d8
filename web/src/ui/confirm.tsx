import { Button, Modal, Group, Stack } from '@mantine/core';
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

type Asked = {
  title: string;
  /** The effect. */
  message: ReactNode;
  cancelLabel?: string;
  /** The action on yes: the dialog stays open until it succeeds, and shows why it failed. */
  does?: {
    run: () => Promise<unknown>;
    /** Shown above the message after a failure. */
    failed: (error: unknown) => ReactNode;
  };
};

export type ConfirmQuestion = Asked & {
  confirmLabel: string;
  /** The action is destructive. */
  danger?: boolean;
  /** A warning: Cancel has the focus, so that Enter alone does not override it. */
  careful?: boolean;
};

/** An answer's button. Cancel has the initial focus by default, so that Enter does not delete anything by accident. */
type Answer<Value> = {
  label: string;
  value: Value;
  variant?: 'default' | 'filled' | 'danger';
  focused?: boolean;
};

type Question<Value> = Asked & { answers: readonly Answer<Value>[] };

type Ask = <Value>(question: Question<Value>) => Promise<Value | null>;

const AskContext = createContext<Ask>(() => Promise.resolve(null));

/** Asks a question with several answers in a dialog; resolves to null on Cancel. */
export const useAsk = (): Ask => useContext(AskContext);

/** Asks a yes/no question. With `does`, resolves to true only after its action has succeeded. */
export const useConfirm = () => {
  const ask = useAsk();
  return useCallback(
    async ({ confirmLabel, danger, careful, ...asked }: ConfirmQuestion): Promise<boolean> => {
      const variant = danger ? 'danger' : 'filled';
      const yes = {
        label: confirmLabel,
        value: true,
        variant,
        focused: !danger && !careful,
      } as const;
      return (await ask({ ...asked, answers: [yes] })) ?? false;
    },
    [ask],
  );
};

/** Provides the one confirm dialog of the app. */
export const ConfirmProvider = ({ children }: { children: ReactNode }) => {
  const [question, setQuestion] = useState<Question<unknown> | null>(null);
  const [opened, setOpened] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  const answer = useRef<((value: unknown) => void) | null>(null);
  const layer = useId();
  useShortcutLayer(layer, opened);

  const ask = useCallback(<Value,>(next: Question<Value>) => {
    answer.current?.(null);
    setQuestion(next);
    setFailure(null);
    setOpened(true);
    return new Promise<Value | null>((resolve) => {
      answer.current = resolve as (value: unknown) => void;
    });
  }, []);
  const answers = question?.answers ?? [];

  const close = (value: unknown) => {
    setOpened(false);
    answer.current?.(value);
    answer.current = null;
  };

  const choose = async (value: unknown) => {
    if (isBusy) return;
    if (question?.does) {
      setBusy(true);
      try {
        await question.does.run();
      } catch (error) {
        setFailure(question.does.failed(error));
        return;
      } finally {
        setBusy(false);
      }
    }
    close(value);
  };
  const cancel = () => {
    if (!isBusy) close(null);
  };

  return (
    <AskContext value={ask}>
      {children}
      <Modal.Root opened={opened} onClose={cancel} size={420} centered zIndex={250}>
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Header className={styles.header} role="presentation">
            <Modal.Title className={styles.title}>{question?.title}</Modal.Title>
          </Modal.Header>
          <Modal.Body className={styles.body}>
            <Stack gap="md">
              {failure}
              <div>{question?.message}</div>
            </Stack>
          </Modal.Body>
          <Group
            className={styles.footer}
            pos="sticky"
            align="stretch"
            justify="flex-end"
            wrap="wrap"
            py="md"
            px="xl"
          >
            <Button
              onClick={cancel}
              disabled={isBusy}
              data-autofocus={!answers.some(({ focused }) => focused) || undefined}
            >
              {question?.cancelLabel ?? 'Cancel'}
            </Button>
            {answers.map((each) => (
              <Button
                key={each.label}
                variant={each.variant ?? 'default'}
                onClick={() => void choose(each.value)}
                loading={isBusy}
                data-autofocus={each.focused || undefined}
              >
                {each.label}
              </Button>
            ))}
          </Group>
        </Modal.Content>
      </Modal.Root>
    </AskContext>
  );
};
