import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  listServiceTokens,
  type ServiceToken,
} from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { defineList } from '../../../kit/list/define-list.ts';
import { ListTab, type Column, type RowActions } from '../../../kit/list/list.tsx';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useRevokeServiceToken } from '../service-tokens.api.ts';
import { NewServiceTokenDialog } from './new-service-token-dialog.tsx';
import { scopeWords } from './scope-words.ts';
import styles from './service-tokens.module.css';

/** The list, or the form of a new token over it; null while all is closed. */
export type ShownTokens = 'list' | 'new' | null;

type Props = { shows: ShownTokens; onShow: (shows: ShownTokens) => void };

/** The keys of the company's other systems: which there are, a new one, revoking; for an Admin (decisions: Integrations). */
export const ServiceTokensDialog = ({ shows, onShow }: Props) => (
  <>
    <TokenList
      opened={shows !== null}
      onClose={() => onShow(null)}
      onCreate={() => onShow('new')}
    />
    {/* Beside the list's form, not in it: submitting this one must not submit that. */}
    <NewServiceTokenDialog opened={shows === 'new'} onClose={() => onShow('list')} />
  </>
);

const TokenList = ({
  opened,
  onClose,
  onCreate,
}: {
  opened: boolean;
  onClose: () => void;
  onCreate: () => void;
}) => {
  const [page, setPage] = useState(1);
  const { revoke, problem } = useRevoke();
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
            actions={actionsOf(revoke)}
            problem={problem}
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

/** Asks, then revokes; `problem` says why the last try failed. */
const useRevoke = () => {
  const confirm = useConfirm();
  const revoking = useRevokeServiceToken();
  const revoke = async ({ _id, name, hint }: ServiceToken) => {
    const agreed = await confirm({
      title: `Revoke the token of ${name}?`,
      message: `The system that uses the token ending in ${hint} is refused at once. This cannot be taken back; a new token can be created.`,
      confirmLabel: 'Revoke',
      danger: true,
    });
    if (agreed)
      revoking.mutate(
        { params: { id: _id } },
        { onSuccess: () => showSnackbar(`Token of ${name} revoked`) },
      );
  };
  return {
    revoke: (token: ServiceToken) => void revoke(token),
    problem: revoking.error && `The token was not revoked. ${sentenceOf(revoking.error)}`,
  };
};
