import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  tokenScopes,
  type createServiceToken,
} from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import type { RecordOf } from '../../../kit/form/define-form.ts';
import { ActDialog } from '../../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../../kit/form/use-form-state.ts';
import { isOutcomeUnknown } from '../../../lib/api-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { scopeDescriptions, scopeWords } from './scope-words.ts';
import { serviceTokenForm } from './service-token.form.ts';
import styles from './service-tokens.module.css';

type Props = { opened: boolean; onClose: () => void };

/** A new token: for which system, what it may write; then the token itself, this once. */
export const NewServiceTokenDialog = ({ opened, onClose }: Props) => (
  <FreshForm record={opened ? 'new' : null}>
    {(_record, isOpen) => <Form opened={isOpen} onClose={onClose} />}
  </FreshForm>
);

const Form = (dialog: Props) => {
  const [token, setToken] = useState<RecordOf<typeof createServiceToken>>();
  const [isCopied, setCopied] = useState(false);
  const form = useFormState(serviceTokenForm, {
    ...dialog,
    done: '',
    onSaved: setToken,
    staysOpen: true,
    ...(token && { dirty: !isCopied, question: uncopiedQuestion }),
  });
  if (token)
    return (
      <ActDialog
        title={`Token of ${token.name}`}
        form={{ ...form, save: form.close }}
        actLabel="Done"
        cancelLabel="Close"
        disabled={!isCopied}
      >
        <ShownToken token={token.token} isCopied={isCopied} onCopied={() => setCopied(true)} />
      </ActDialog>
    );
  const { data: _, ...scopes } = form.field('scopes');
  return (
    <ActDialog title="Create service token" form={form} actLabel="Create">
      {isOutcomeUnknown(form.error) && (
        <p>
          It may have been created all the same. The list says so; revoke such a token, as nobody
          has seen it, and create another.
        </p>
      )}
      <TextInput
        {...form.field('name')}
        description="The system that will use it: the web shop, the classroom."
      />
      <Checkbox.Group {...scopes}>
        <div className={styles.scopes}>
          {tokenScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={scopeWords[scope]}
              description={scopeDescriptions[scope]}
            />
          ))}
        </div>
      </Checkbox.Group>
    </ActDialog>
  );
};

/** Asked when the token would be closed before anybody has it. */
const uncopiedQuestion = {
  title: 'Close without copying the token?',
  message:
    'It is never shown again. Without it the token is of no use: it would have to be revoked and another one created.',
  confirmLabel: 'Close without it',
  cancelLabel: 'Back to the token',
  danger: true,
};

type ShownTokenProps = { token: string; isCopied: boolean; onCopied: () => void };

/** A new token, to be copied now. */
const ShownToken = ({ token, isCopied, onCopied }: ShownTokenProps) => {
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
