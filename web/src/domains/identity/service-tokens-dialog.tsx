import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { tokenScopes, type TokenScope } from '@staffroom/contract/domains/identity/permissions.ts';
import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
  type ServiceToken,
} from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
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
import styles from './service-tokens-dialog.module.css';

/** What a scope lets another system write, in staff's words. */
const scopeWords: Record<TokenScope, string> = {
  'classroom-events': 'Classroom events',
  submissions: 'Submissions',
  feedback: 'Feedback',
  orders: 'Orders',
};

/** Which of the company's systems needs it for what (decisions: Integrations). */
const scopeDescriptions: Record<TokenScope, string> = {
  'classroom-events': 'Who joined and left a lesson, and poll answers, from the classroom.',
  submissions: 'Homework that students handed in, from the student app.',
  feedback: 'Feedback that students gave, from the student app.',
  orders: 'Orders and their payment, from the web shop.',
};

/** The list, or the form of a new token over it; null while all is closed. */
type ShownTokens = 'list' | 'new' | null;

type Props = { shows: ShownTokens; onShow: (shows: ShownTokens) => void };

/** The keys of the company's other systems: which there are, a new one, revoking; for an Admin (decisions: Integrations). */
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
      {/* Beside the list's form, not in it: submitting these must not submit that. */}
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
      <div className={styles.list}>
        <p className={styles.about}>
          With its token another system of the company writes here, without a person signing in.
          Each system gets a token of its own, so that one can be revoked without the others.
        </p>
        <Panel fill>
          <ListTab
            list={serviceTokenList}
            address={{ page }}
            onAddress={(address) => setPage(address.page ?? 1)}
            columns={columns}
            actions={actionsOf(onRevoke)}
            emptyActions={<Button onClick={onCreate}>Create the first one</Button>}
          />
        </Panel>
      </div>
    </FullScreenDialog>
  );
};

const serviceTokenList = defineList({
  operation: listServiceTokens,
  nouns: ['service token', 'service tokens'],
  pageSize: 20,
  empty: { none: 'There are no service tokens', detail: 'No other system can write here.' },
});

/** Newest first, revoked ones too. */
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
    header: 'State',
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

/** Revoking asks for nothing but a yes. */
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
        The system that uses the token ending in {hint} is refused at once. This cannot be taken
        back; a new token can be created.
      </p>
    </ActDialog>
  );
};

/** The form of a new token: for which system, and what it may write (decisions: Integrations). */
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

/** A new token: for which system, what it may write; then the token itself, this once. */
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
