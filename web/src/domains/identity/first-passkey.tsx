import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconDeviceMobile, IconFingerprint, IconKey } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { notMadeSentence } from './passkey-browser.ts';
import { addFirstPasskey } from './passkey-sign-in.ts';
import { deviceLock } from './passkey-support.ts';
import styles from './first-passkey.module.css';

type Props = {
  /** The password that was set just now, which the server asks for. */
  password: string;
  onDone: () => void;
};

/** The second step of an invitation: offers a passkey of this device. */
export const FirstPasskey = ({ password, onDone }: Props) => {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { way, device } = deviceLock();
  const add = async () => {
    setPending(true);
    setFailure(null);
    try {
      await addFirstPasskey(password);
      onDone();
    } catch (error) {
      // A session that has ended leads to the sign-in screen.
      if (error instanceof ApiError && error.isExpired) return onDone();
      setFailure(notMadeSentence(error));
    } finally {
      setPending(false);
    }
    return undefined;
  };
  return (
    <Stack component="ol" gap={0}>
      <Step
        mark={<IconCheck size={14} stroke={2.2} aria-label="Done" />}
        title="Password set"
        isDone
      />
      <Step mark="2" title="Add a passkey">
        <Text c="secondary">
          Sign in on {device} with {way}. There is no password to type, and a fake page cannot steal
          it.
        </Text>
        <Stack component="ul" gap="sm" c="secondary">
          {[
            { icon: IconFingerprint, words: `What unlocks it stays on ${device}` },
            { icon: IconKey, words: 'Your password still works' },
            { icon: IconDeviceMobile, words: 'Add more passkeys in My account' },
          ].map(({ icon: Icon, words }) => (
            <Group key={words} component="li" gap="sm" wrap="nowrap">
              <Icon size={16} stroke={1.7} aria-hidden="true" />
              {words}
            </Group>
          ))}
        </Stack>
        {failure !== null && <Banner tone="negative" title={failure} />}
        <Group gap="sm" wrap="nowrap" mt="xs" className={styles.acts}>
          <Button
            variant="filled"
            flex={1}
            loading={pending}
            onClick={() => void add()}
            ref={focusAtFirst}
          >
            Add passkey
          </Button>
          <Button disabled={pending} onClick={onDone}>
            Not now
          </Button>
        </Group>
      </Step>
    </Stack>
  );
};

const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus();

type StepProps = { mark: ReactNode; title: string; isDone?: boolean; children?: ReactNode };

const Step = ({ mark, title, isDone = false, children }: StepProps) => (
  <li className={styles.step} data-done={isDone || undefined}>
    <span className={styles.mark}>{mark}</span>
    <Box flex={1} miw={0}>
      <Text component="h2" variant="title" c={isDone ? 'secondary' : 'bright'} mt={3}>
        {title}
      </Text>
      {children && (
        <Stack gap="md" mt="xs">
          {children}
        </Stack>
      )}
    </Box>
  </li>
);
