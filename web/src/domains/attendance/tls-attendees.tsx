import { useState } from 'react';
import {
  listTlsAttendees,
  tlsStatuses,
  type TlsAttendee,
} from '@staffroom/contract/domains/attendance/tls-attendance.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';

type Status = TlsAttendee['status'];

type Props = {
  /** The session's id, null while the dialog is closed. */
  open: string | null;
  attended: Status | undefined;
  onChange: (attended: Status | undefined) => void;
  onClose: () => void;
};

/** Who signed up to a session, and who of them attended. */
export const TlsAttendees = ({ open, onClose, ...props }: Props) => (
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
  operation: listTlsAttendees,
  nouns: ['attendee', 'attendees'],
  pageSize: 20,
  file: 'tls-attendees.csv',
  search: { label: 'Name', field: 'name', width: 170 },
  sort: { default: ['name', 'asc'], columns: ['name', 'signed_up_on'] },
  filters: {
    attended: choice(tlsStatuses, {
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

const columns: Column<TlsAttendee>[] = [
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
