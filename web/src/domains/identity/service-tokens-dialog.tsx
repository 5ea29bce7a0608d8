import { Button, Checkbox, TextInput, Stack, Text, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { tokenScopes, type TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  createServiceToken,
  revokeServiceToken,
  type ServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import {
  usualYears,
  yearsAfter,
} from 'staffroom-contract/domains/identity/service-tokens.rules.ts';
import { defineForm, type RecordOf } from '../../kit/form/define-form.ts';
import { choices, text } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { isOutcomeUnknown } from '../../lib/api-error.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { ServiceTokenList, scopeWords } from './service-token-list.tsx';
import { LimitInputs, limitFields, TokenLimitsDialog } from './service-token-limits.tsx';

/** The purpose of each scope (decisions: Integrations). */
const scopeDescriptions: Record<TokenScope, string> = {
  'classroom-events': 'Who joined and left a lesson, and poll answers, from the classroom.',
  submissions: 'Homework that students handed in, from the student app.',
  feedback: 'Feedback that students gave, from the student app.',
  orders: 'Orders and their payment, from the web shop.',
};

/** The open dialog: the list, or the form of a new token over it; null while closed. */
type ShownTokens = 'list' | 'new' | null;

type Props = { shows: ShownTokens; onShow: (shows: ShownTokens) => void };

/** Service tokens of the company's other systems: list, create, limit, revoke; Admin only (decisions: Integrations). */
export const ServiceTokensDialog = ({ shows, onShow }: Props) => {
  const [revoked, setRevoked] = useState<ServiceToken | null>(null);
  const [limited, setLimited] = useState<ServiceToken | null>(null);
  return (
    <>
      <ServiceTokenList
        opened={shows !== null}
        onClose={() => onShow(null)}
        onCreate={() => onShow('new')}
        acts={{ revoke: setRevoked, limit: setLimited }}
      />
      {/* Siblings of the list's form: submitting these must not submit that form. */}
      <NewServiceTokenDialog opened={shows === 'new'} onClose={() => onShow('list')} />
      <TokenLimitsDialog token={limited} onClose={() => setLimited(null)} />
      <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />
    </>
  );
};

/** Revoking needs only a confirmation. */
const revokeForm = defineForm({
  noun: 'token',
  create: revokeServiceToken,
  refreshes: ['identity'],
  fields: {},
});

const RevokeDialog = ({ token, onClose }: { token: ServiceToken | null; onClose: () => void }) => (
  <FreshForm record={token}>
    {(shown, opened) => <RevokeQuestion token={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

type RevokeProps = { token: ServiceToken; opened: boolean; onClose: () => void };

const RevokeQuestion = ({ token: { _id, name, hint }, ...dialog }: RevokeProps) => {
  const form = useFormState(revokeForm, {
    ...dialog,
    params: { id: _id },
    done: `Token of ${name} revoked`,
  });
  return (
    <ActDialog title={`Revoke the token of ${name}?`} form={form} actLabel="Revoke" danger>
      <p>
        The system that uses the token ending in {hint} is refused at once. This cannot be undone;
        you can create a new token.
      </p>
    </ActDialog>
  );
};

/** Form of a new token: its system, scopes and limits (decisions: Integrations). */
const serviceTokenForm = defineForm({
  noun: 'token',
  create: createServiceToken,
  refreshes: ['identity'],
  fields: {
    name: text({ label: 'Name', required: true, maxLength: 100 }),
    scopes: choices(
      tokenScopes.map((value) => ({ value, label: scopeWords[value] })),
      { label: 'May write', required: true, word: 'what it may write' },
    ),
    ...limitFields,
  },
});

type NewProps = { opened: boolean; onClose: () => void };

/** Creates a token and then shows it once. */
const NewServiceTokenDialog = ({ opened, onClose }: NewProps) => (
  <FreshForm record={opened ? 'new' : null}>
    {(_record, isOpen) => <NewToken opened={isOpen} onClose={onClose} />}
  </FreshForm>
);

const NewToken = (dialog: NewProps) => {
  const [token, setToken] = useState<RecordOf<typeof createServiceToken>>();
  const [isCopied, setCopied] = useState(false);
  const lastDay = yearsAfter(useToday(), usualYears);
  const form = useFormState(serviceTokenForm, {
    ...dialog,
    initial: { expiry: { day: lastDay, isNever: false } },
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
          The token may have been created. If it is in the list, revoke it, as its value was never
          shown, and create another one.
        </p>
      )}
      <TextInput
        {...form.field('name')}
        description="The system that will use it: the web shop, the classroom."
      />
      <Checkbox.Group {...scopes}>
        <Stack gap="sm" pt="xs">
          {tokenScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={scopeWords[scope]}
              description={scopeDescriptions[scope]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <LimitInputs form={form} />
    </ActDialog>
  );
};

/** Asked before closing if the token was not copied. */
const uncopiedQuestion = {
  title: 'Close without copying the token?',
  message:
    'It is never shown again. Without a copy the token is useless: revoke it and create another one.',
  confirmLabel: 'Close without it',
  cancelLabel: 'Back to the token',
  danger: true,
};

type ShownTokenProps = { token: string; isCopied: boolean; onCopied: () => void };

/** The new token, to copy now. */
const ShownToken = ({ token, isCopied, onCopied }: ShownTokenProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setRefused(false);
      onCopied();
    } catch {
      // Without TLS or permission the browser denies access to the clipboard.
      field.current?.select();
      setRefused(true);
    }
  };
  return (
    <Stack>
      <Banner tone="warning" title="Copy this token now: it is never shown again.">
        <p>Shown once. Only a hash is stored; share it only with the system that uses it.</p>
      </Banner>
      <Group align="flex-end">
        <TextInput
          ref={field}
          flex={1}
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
      </Group>
      <Text inherit maw={760} c="secondary" role="status">
        {copyWords(isCopied, isRefused)}
      </Text>
    </Stack>
  );
};

const copyWords = (isCopied: boolean, isRefused: boolean) => {
  if (isCopied) return 'Copied.';
  return isRefused ? 'The browser did not let us copy. It is selected: press Ctrl C or ⌘ C.' : '';
};
