import { Button, Stack, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CreditEntry } from 'staffroom-contract/domains/users/credit.contract.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { EditButton } from '../../ui/edit-button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactGroup } from '../../ui/facts.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { GlanceTable } from './glance-table.tsx';
import { ContactFacts, PersonFacts } from './person-facts.tsx';
import { quantityWords } from './user-words.ts';
import { creditQuery, userQuery } from './users.api.ts';

const CreditEntryDialog = lazyForm(
  async () => (await import('./credit-entry-dialog.tsx')).CreditEntryDialog,
);

type Props = {
  userId: string | null;
  /** Content of other domains for a student: orders and lessons. */
  records: (studentId: string) => ReactNode;
  onEdit: (userId: string) => void;
  onClose: () => void;
};

/** A person's main facts (part 1 §2, User detail dialog). */
export const UserDetailDialog = ({ userId, records, onEdit, onClose }: Props) => {
  const shown = useShown(userId);
  const query = useQuery({ ...userQuery(shown ?? ''), enabled: userId !== null });
  const user = query.data?.data;
  const state = listStateOf(query);
  return (
    <Dialog
      title="User detail"
      opened={userId !== null}
      onClose={onClose}
      size={640}
      cancelLabel="Close"
      primary={user && state.status === 'ready' && <Actions user={user} onEdit={onEdit} />}
    >
      <ListStates
        state={state}
        noun="user"
        isEmpty={false}
        empty={null}
        skeleton={<DetailSkeleton />}
      >
        {user && <Detail user={user} records={records} />}
      </ListStates>
    </Dialog>
  );
};

const Detail = ({ user, records }: { user: User } & Pick<Props, 'records'>) => {
  const isStudent = user._type === 'Student';
  return (
    <Stack gap={0}>
      <FactGroup>
        <Group wrap="wrap">
          <Text component="h3" variant="title" c="bright" style={{ overflowWrap: 'anywhere' }}>
            {user.name || '–'}
          </Text>
          <Tag>{user._type}</Tag>
          {!user.enabled && <Tag>Disabled</Tag>}
        </Group>
        <ContactFacts user={user} />
      </FactGroup>
      <PersonFacts user={user} />
      {isStudent && records(user._id)}
      {isStudent && <RecentCredit student={user} />}
    </Stack>
  );
};

const Actions = ({ user, onEdit }: { user: User; onEdit: Props['onEdit'] }) => (
  <>
    {user.abilities.update && <EditButton onClick={() => onEdit(user._id)} />}
    {user._type === 'Student' && (
      <LinkButton variant="filled" to="/user/$userId" params={{ userId: user._id }}>
        View
      </LinkButton>
    )}
  </>
);

const DetailSkeleton = () => (
  <Stack gap={0}>
    {[40, 70, 55, 80, 60, 45].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </Stack>
);

/** A student's last ledger entries and balance. */
const RecentCredit = ({ student }: { student: User }) => {
  const [adding, setAdding] = useState(false);
  const query = useQuery(creditQuery(student._id));
  const { data: entries = [], count = 0, remaining } = query.data ?? {};
  return (
    <>
      <GlanceTable
        title="Credit"
        caption="Credit ledger"
        columns={columns}
        rows={entries}
        count={count}
        state={listStateOf(query)}
        noun="entries"
        end="last"
        empty="No credit was added yet."
        shown={5}
        studentId={student._id}
      >
        <Group justify="space-between">
          <p>
            Remaining credit{' '}
            <Text component="strong" variant="title" c="bright">
              {remaining ?? student.credit}
            </Text>
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
        </Group>
      </GlanceTable>
      <CreditEntryDialog
        action="ADD"
        studentId={student._id}
        name={student.name || student.email}
        open={adding ? true : null}
        onClose={() => setAdding(false)}
      />
    </>
  );
};

const columns: Column<CreditEntry>[] = [
  { key: 'date', header: 'Date', width: 106, render: ({ created }) => <DayOf at={created} /> },
  { key: 'action', header: 'Action', width: 90, render: ({ action }) => action },
  { key: 'qty', header: 'Qty', width: 72, align: 'right', render: quantityWords },
  { key: 'remark', header: 'Remark', width: 180, render: ({ remark }) => remark },
];
