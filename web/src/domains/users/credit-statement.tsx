import { Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { CreditEntry, listCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';
import { creditList, creditQuery, creditScope } from './users.api.ts';
import { quantityWords } from './user-words.ts';
import styles from './credit-statement.module.css';

type Props = {
  student: User;
  page: number;
  onPage: (page: number) => void;
  onAdd: () => void;
  onRedeem: () => void;
};

/** The ledger as a statement: the balance, and each entry with the balance after it (picture 05). */
export const CreditStatement = ({ student, page, onPage, onAdd, onRedeem }: Props) => {
  const query = useQuery(creditQuery(student._id, page));
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
      <ListTab
        list={creditList}
        scope={creditScope(student._id)}
        address={{ page }}
        onAddress={(address) => onPage(address.page ?? 1)}
        caption="Credit statement"
        columns={columns}
      />
    </Panel>
  );
};

/** The balance and the sums it consists of; BLOCK entries are shown but not counted. */
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

const tones: Record<CreditEntry['action'], Tone> = { ADD: 'green', REDEEM: 'blue', BLOCK: 'grey' };

/** BLOCK entries are marked as not counted. */
const columns: Column<CreditEntry>[] = [
  {
    key: 'date',
    header: 'Date',
    width: 116,
    figures: true,
    lead: true,
    render: ({ created }) => (
      <span className={styles.day}>
        <DayOf at={created} />
      </span>
    ),
  },
  {
    key: 'action',
    header: 'Action',
    width: 108,
    render: ({ action }) => <StatusChip tone={tones[action]}>{action}</StatusChip>,
  },
  {
    key: 'qty',
    header: 'Qty',
    width: 76,
    align: 'right',
    render: (entry) => (
      <span className={styles.qty} data-action={entry.action}>
        {quantityWords(entry)}
      </span>
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    width: 96,
    align: 'right',
    render: ({ action, balance }) => (
      <span className={styles.balance} data-action={action}>
        {balance}
      </span>
    ),
  },
  {
    key: 'remark',
    header: 'Remark',
    width: 280,
    text: ({ remark }) => remark,
    render: ({ action, remark }) => (
      <span className={styles.remark}>
        {remark}
        {action === 'BLOCK' && <span className={styles.note}> · not counted</span>}
      </span>
    ),
  },
  {
    key: 'by',
    header: 'By',
    width: 128,
    text: ({ handled_by: by }) => by?.name ?? '–',
    render: ({ handled_by: by }) =>
      by ? <RecordLink to="staff" id={by._id} name={by.name} /> : '–',
  },
];
