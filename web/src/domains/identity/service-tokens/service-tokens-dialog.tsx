import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServiceToken } from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf } from '../../../ui/list-states.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { serviceTokensQuery, tokenPageSize, useRevokeServiceToken } from '../service-tokens.api.ts';
import { NewServiceTokenDialog } from './new-service-token-dialog.tsx';
import { ServiceTokenTable } from './service-token-table.tsx';
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
  const list = useQuery({ ...serviceTokensQuery(page), enabled: opened });
  const { revoke, problem } = useRevoke();
  const state = listStateOf(list);
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
        {problem && <Banner tone="negative" title={problem} />}
        <ListPanel
          label="Service tokens"
          state={state}
          footer={
            <Pager
              page={page}
              pageSize={tokenPageSize}
              count={list.data?.count}
              noun={['service token', 'service tokens']}
              onPage={setPage}
            />
          }
        >
          <ServiceTokenTable
            tokens={list.data?.data ?? []}
            state={state}
            onRevoke={revoke}
            empty={
              <ListEmpty
                text="There are no service tokens"
                detail="No other system can write here."
                actions={<Button onClick={onCreate}>Create the first one</Button>}
              />
            }
          />
        </ListPanel>
      </div>
    </FullScreenDialog>
  );
};

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
