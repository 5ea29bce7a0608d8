import { Button, Checkbox, TextInput, Stack, Text, Group } from '@mantine/core';
import { IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { tokenScopes, type TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
  type ServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { defineForm, type RecordOf } from '../../kit/form/define-form.ts';
import { choices, text } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column, type RowActions } from '../../kit/list/list.tsx';
import { isOutcomeUnknown } from '../../lib/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

/** Labels of the scopes. */
const scopeWords: Record<TokenScope, string> = {
  'classroom-events': 'Classroom events',
  submissions: 'Submissions',
  feedback: 'Feedback',
  orders: 'Orders',
};

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

/** Service tokens of the company's other systems: list, create, revoke; Admin only (decisions: Integrations). */
export const ServiceTokensDialog = ({ shows, onShow }: Props) => {
  const [revoked, setRevoked] = useState<ServiceToken | null>(null);
  return (
    <>
      <TokenList
        opened={shows !== null}
        onClose={() => onShow(null)}
        onCreate={() => onShow('new')}
        onRevoke={setRevoked}
      />
      {/* Siblings of the list's form: submitting these must not submit that form. */}
      <NewServiceTokenDialog opened={shows === 'new'} onClose={() => onShow('list')} />
      <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />
    </>
  );
};

type ListProps = {
  opened: boolean;
  onClose: () => void;
  onCreate: () => void;
  onRevoke: (token: ServiceToken) => void;
};

const TokenList = ({ opened, onClose, onCreate, onRevoke }: ListProps) => {
  const [page, setPage] = useState(1);
  return (
    <FullScreenDialog
      title="Service tokens"
      opened={opened}
      onClose={onClose}
      dirty={false}
      cancelLabel="Back to staff"
      actions={
        <PrimaryButton icon={<IconPlus size={17} stroke={1.7} />} onClick={onCreate}>
          Create service token
        </PrimaryButton>
      }
    >
      <Stack h="100%" mih={320}>
        <Text inherit maw={760} c="secondary">
          With a token another system of the company can write data here without a person signing
          in. Give each system its own token, so that each can be revoked separately.
        </Text>
        <Panel fill>
          <ListTab
            list={serviceTokenList}
            address={{ page }}
            onAddress={(address) => setPage(address.page ?? 1)}
            columns={columns}
            actions={actionsOf(onRevoke)}
            whenEmpty={{ actions: <Button onClick={onCreate}>Create the first one</Button> }}
          />
        </Panel>
      </Stack>
    </FullScreenDialog>
  );
};

const serviceTokenList = defineList({
  operation: listServiceTokens,
  nouns: ['service token', 'service tokens'],
  pageSize: 20,
  empty: { none: 'There are no service tokens', detail: 'No other system can write here.' },
});

/** Newest first, including revoked tokens. */
const columns: Column<ServiceToken>[] = [
  { key: 'name', header: 'Name', width: 180, lead: true, text: ({ name }) => name },
  {
    key: 'scopes',
    header: 'May write',
    width: 190,
    text: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(', '),
  },
  { key: 'hint', header: 'Token', width: 100, text: ({ hint }) => `srt_…${hint}` },
  {
    key: 'created',
    header: 'Created',
    width: 290,
    figures: true,
    render: ({ created, created_by }) => (
      <>
        <Moment at={created} />, {created_by.name || '–'}
      </>
    ),
  },
  {
    key: 'used',
    header: 'Last used',
    width: 200,
    figures: true,
    render: ({ last_used }) => (last_used ? <Moment at={last_used} /> : 'Never'),
  },
  {
    key: 'state',
    header: 'Status',
    width: 110,
    render: ({ revoked }) => (
      <StatusChip tone={revoked ? 'grey' : 'green'}>{revoked ? 'Revoked' : 'Active'}</StatusChip>
    ),
  },
  {
    key: 'revoked',
    header: 'Revoked',
    width: 200,
    figures: true,
    render: ({ revoked }) => revoked && <Moment at={revoked} />,
  },
];

const actionsOf = (revoke: (token: ServiceToken) => void): RowActions<ServiceToken> => ({
  header: 'Actions',
  width: 104,
  nameOf: ({ name }) => name,
  of: (token) =>
    token.revoked ? [] : [{ label: 'Revoke', primary: true, onClick: () => revoke(token) }],
});

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

/** Form of a new token: its system and scopes (decisions: Integrations). */
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
