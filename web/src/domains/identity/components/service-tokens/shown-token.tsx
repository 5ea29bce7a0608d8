import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Banner } from '../../../../ui/banner.tsx';
import styles from './service-tokens.module.css';

/** Asked when the token would be closed before anybody has it. */
export const uncopiedQuestion = {
  title: 'Close without copying the token?',
  message:
    'It is never shown again. Without it the token is of no use: it would have to be revoked and another one created.',
  confirmLabel: 'Close without it',
  cancelLabel: 'Back to the token',
  danger: true,
};

type Props = { token: string; isCopied: boolean; onCopied: () => void };

/** A new token, to be copied now. */
export const ShownToken = ({ token, isCopied, onCopied }: Props) => {
  const field = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setRefused(false);
      onCopied();
    } catch {
      // Without TLS, or without leave, the browser keeps the clipboard to itself.
      field.current?.select();
      setRefused(true);
    }
  };
  return (
    <div className={styles.fields}>
      <Banner tone="warning" title="Copy this token now: it is never shown again.">
        <p>Only a fingerprint of it is kept here. Give it to nobody but the system it is for.</p>
      </Banner>
      <div className={styles.shown}>
        <TextInput
          ref={field}
          className={styles.token ?? ''}
          label="Token"
          readOnly
          data-autofocus
          value={token}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
        <Button
          leftSection={
            isCopied ? <IconCheck size={16} stroke={1.7} /> : <IconCopy size={16} stroke={1.7} />
          }
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </div>
      <p className={styles.about} role="status">
        {copyWords(isCopied, isRefused)}
      </p>
    </div>
  );
};

const copyWords = (isCopied: boolean, isRefused: boolean) => {
  if (isCopied) return 'Copied.';
  return isRefused ? 'The browser did not let us copy. It is selected: press Ctrl C or ⌘ C.' : '';
};
