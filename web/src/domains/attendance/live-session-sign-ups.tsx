import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listLiveSessionSignUps,
  listLiveSessionOthers,
  liveSessionStatuses,
  type LiveSessionSignUp,
  type LiveSessionOther,
} from 'staffroom-contract/domains/attendance/live-session-attendance.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { ListTab, RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { downloadList } from '../../lib/download.ts';
import { operationQuery } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';

type Status = LiveSessionSignUp['status'];

type Props = {
  /** The session's id; null while closed. */
  open: string | null;
  attended: Status | undefined;
  onChange: (attended: Status | undefined) => void;
  onClose: () => void;
};

/** Sign-ups of a session with their attendance. */
export const LiveSessionSignUps = ({ open, onClose, ...props }: Props) => (
  <FreshForm record={open}>
    {(id, opened) => (
      <Dialog title="Attendee list" opened={opened} onClose={onClose} size={760}>
        <Attendees id={id} {...props} />
      </Dialog>
    )}
  </FreshForm>
);

const capitalised = (status: Status) => `${status.charAt(0).toUpperCase()}${status.slice(1)}`;

const attendeeList = defineList({
  operation: listLiveSessionSignUps,
  nouns: ['attendee', 'attendees'],
  pageSize: 20,
  file: 'tls-attendees.csv',
  search: { label: 'Name', field: 'name' },
  sort: { default: ['name', 'asc'], columns: ['name', 'signed_up_on'] },
  filters: {
    attended: choice(liveSessionStatuses, {
      label: 'Attendance',
      words: capitalised,
      where: (status) => ({ status }),
    }),
  },
  empty: {
    none: 'There are no attendees to display',
    search: 'There are no students matching your search',
  },
});

type Address = {
  search?: string | undefined;
  page?: number | undefined;
  sortBy?: 'name' | 'signed_up_on';
  order?: 'asc' | 'desc';
  attended?: Status | undefined;
};

const Attendees = ({
  id,
  attended,
  onChange,
}: Pick<Props, 'attended' | 'onChange'> & { id: string }) => {
  const [place, setPlace] = useState<Address>({});
  const move = ({ attended: next, ...others }: Address) => {
    setPlace(others);
    if (next !== attended) onChange(next);
  };
  return (
    <Panel>
      <ListTab
        list={attendeeList}
        scope={{ params: { id } }}
        address={{ ...place, attended }}
        onAddress={move}
        caption="Attendees"
        columns={columns}
        skeletonRows={6}
      />
    </Panel>
  );
};

const tones: Record<Status, Tone> = { attended: 'green', absent: 'red', 'N/A': 'grey' };

const columns: Column<LiveSessionSignUp>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 240,
    sortBy: 'name',
    lead: true,
    text: ({ student }) => student.name || '–',
    render: ({ student }) => (
      <RecordLink to="student" id={student._id} name={student.name || '–'} />
    ),
  },
  {
    key: 'attendance',
    header: 'Attendance',
    width: 140,
    text: ({ status }) => capitalised(status),
    render: ({ status }) => <StatusChip tone={tones[status]}>{capitalised(status)}</StatusChip>,
  },
  {
    key: 'signed_up',
    header: 'Signed up',
    width: 190,
    sortBy: 'signed_up_on',
    figures: true,
    render: ({ signed_up_on: at }) => <Moment at={at} />,
  },
];

/** Attendees without a sign-up, as named in the participant file. */
export const LiveSessionOthers = ({ open, onClose }: Pick<Props, 'open' | 'onClose'>) => (
  <FreshForm record={open}>
    {(id, opened) => (
      <Dialog title="Others, without a sign-up" opened={opened} onClose={onClose} size={760}>
        <Others id={id} />
      </Dialog>
    )}
  </FreshForm>
);

const otherList = {
  nouns: ['other', 'others'],
  pageSize: 20,
  search: { label: 'Name or e-mail' },
  empty: {
    none: 'Everyone who attended had signed up',
    search: 'There are no attendees matching your search',
  },
} as const;

const Others = ({ id }: { id: string }) => {
  const query = useQuery(operationQuery(listLiveSessionOthers, { params: { id } }));
  const [address, setAddress] = useState<{
    search?: string | undefined;
    page?: number | undefined;
  }>({});
  const term = address.search?.trim().toLowerCase() ?? '';
  return (
    <Panel>
      <RowsTab
        list={otherList}
        query={query}
        rows={query.data?.data.filter(({ name, email }) =>
          `${name}\n${email}`.toLowerCase().includes(term),
        )}
        address={address}
        onAddress={setAddress}
        caption="Others, without a sign-up"
        columns={otherColumns}
        rowKey={({ name, email }) => email || name}
        skeletonRows={6}
        download={() => downloadList(listLiveSessionOthers, { params: { id } }, 'tls-others.csv')}
      />
    </Panel>
  );
};

const otherColumns: Column<LiveSessionOther>[] = [
  { key: 'name', header: 'Name', width: 200, lead: true, text: ({ name }) => name || '–' },
  { key: 'email', header: 'E-mail', width: 220, text: ({ email }) => email || '–' },
  {
    key: 'joined',
    header: 'Joined',
    width: 150,
    figures: true,
    render: ({ joined_on: at }) => <Moment at={at} />,
  },
  {
    key: 'left',
    header: 'Left',
    width: 150,
    figures: true,
    render: ({ left_on: at }) => <Moment at={at} />,
  },
];
