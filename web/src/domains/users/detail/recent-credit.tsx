import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CreditEntry } from '@staffroom/contract/domains/users/credit.contract.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { FactGroup } from '../../../ui/facts.tsx';
import { listStateOf } from '../../../ui/list-states.tsx';
import { DayOf } from '../../../ui/moment.tsx';
import { creditQuery } from '../credit.api.ts';
import { quantityWords } from '../user-words.ts';
import { CreditEntryDialog } from '../credit-entry-dialog.tsx';
import styles from './recent-credit.module.css';

/** Entries at a glance; the student's page has them all. */
const shownEntries = 5;

/** A student's last ledger entries and what remains. */
export const RecentCredit = ({ student }: { student: User }) => {
  const [adding, setAdding] = useState(false);
  const query = useQuery(creditQuery(student._id));
  const { data: entries = [], count = 0, remaining } = query.data ?? {};
  return (
    <FactGroup title="Credit">
      <div className={styles.head}>
        <p>
          Remaining credit <strong>{remaining ?? student.credit}</strong>
        </p>
        {student.abilities.manage_credit && (
          <Button
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.7} />}
            onClick={() => setAdding(true)}
          >
            Add
          </Button>
        )}
      </div>
      <div className={styles.table} role="region" aria-label="Credit ledger" tabIndex={0}>
        <DataTable
          caption="Credit ledger"
          columns={columns}
          rows={entries.slice(0, shownEntries)}
          rowKey={(entry) => entry._id}
          state={listStateOf(query)}
          noun="credit entries"
          skeletonRows={3}
          empty={<p className={styles.none}>No credit was added yet.</p>}
        />
      </div>
      {count > shownEntries && (
        <p className={styles.more}>
          The last {shownEntries} of {count} entries.{' '}
          <Link to="/user/$userId" params={{ userId: student._id }}>
            See all on the student’s page
          </Link>
        </p>
      )}
      <CreditEntryDialog
        action="ADD"
        studentId={student._id}
        name={student.name || student.email}
        opened={adding}
        onClose={() => setAdding(false)}
      />
    </FactGroup>
  );
};

const columns: Column<CreditEntry>[] = [
  { key: 'date', header: 'Date', width: 106, render: ({ created }) => <DayOf at={created} /> },
  { key: 'action', header: 'Action', width: 90, render: ({ action }) => action },
  { key: 'qty', header: 'Qty', width: 72, align: 'right', render: quantityWords },
  { key: 'remark', header: 'Remark', width: 180, render: ({ remark }) => remark },
];
