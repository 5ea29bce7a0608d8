import { Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { listCredit } from '@staffroom/contract/domains/users/credit.contract.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { DataTable } from '../../../../ui/data-table.tsx';
import { DownloadButton } from '../../../../ui/download-button.tsx';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf, PastLastPage } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { Panel, PanelHeader } from '../../../../ui/panel.tsx';
import { creditPageSize, creditQuery, downloadCredit } from '../../credit.api.ts';
import { creditColumns } from './credit-columns.tsx';
import styles from './credit-statement.module.css';

type Props = {
  student: User;
  page: number;
  onPage: (page: number) => void;
  onAdd: () => void;
  onRedeem: () => void;
};

const noun = ['entry', 'entries'] as const;
const nothing = 'There are no credit entries to display';

/** The ledger as a statement: what remains, and each entry with the balance after it (picture 05). */
export const CreditStatement = ({ student, page, onPage, onAdd, onRedeem }: Props) => {
  const query = useQuery(creditQuery(student._id, page));
  const { data: entries = [], count } = query.data ?? {};
  const state = listStateOf(query);
  return (
    <Panel label="Credit statement">
      <PanelHeader>
        <div className={styles.figures}>
          <h2 className={styles.title}>Credit statement</h2>
          <Figures totals={query.data} />
        </div>
        {student.abilities.manage_credit && (
          <div className={styles.actions}>
            <Button size="xs" leftSection={<IconPlus size={16} stroke={1.7} />} onClick={onAdd}>
              Add
            </Button>
            <Button size="xs" leftSection={<IconMinus size={16} stroke={1.7} />} onClick={onRedeem}>
              Redeem
            </Button>
          </div>
        )}
      </PanelHeader>
      <ListParts
        label="Credit entries"
        state={state}
        footer={
          <Pager
            page={page}
            pageSize={creditPageSize}
            count={count}
            noun={noun}
            onPage={onPage}
            beside={
              count ? <DownloadButton download={() => downloadCredit(student._id)} /> : undefined
            }
          />
        }
      >
        <DataTable
          caption="Credit statement"
          columns={creditColumns}
          rows={entries}
          rowKey={(entry) => entry._id}
          state={state}
          noun="credit entries"
          skeletonRows={5}
          empty={
            count ? (
              <PastLastPage
                text={nothing}
                count={formatCount(count, ...noun)}
                onFirst={() => onPage(1)}
              />
            ) : (
              <ListEmpty text={nothing} />
            )
          }
        />
      </ListParts>
    </Panel>
  );
};

/** What remains, and what it is the sum of; BLOCK entries stand beside it. */
const Figures = ({ totals }: { totals: ResponseOf<typeof listCredit> | undefined }) => (
  <dl className={styles.totals}>
    <div data-main>
      <dt>Remaining credit</dt>
      <dd>{totals?.remaining ?? '–'}</dd>
    </div>
    <div>
      <dt>Added</dt>
      <dd>{totals?.added ?? '–'}</dd>
    </div>
    <div>
      <dt>Redeemed</dt>
      <dd>{totals?.redeemed ?? '–'}</dd>
    </div>
    <div>
      <dt>Blocked</dt>
      <dd>{totals?.blocked ?? '–'}</dd>
    </div>
  </dl>
);
