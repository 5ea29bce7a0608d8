import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { optionalInAddress } from '../../lib/address-values.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { CardRows } from '../list/card-rows.tsx';
import { defineList, type ListAddress } from '../list/define-list.ts';
import { choice } from '../list/filters.tsx';
import { ListPage, ListTab, RowsTab, type Column, type RowActions } from '../list/list.tsx';
import { useRowAct } from '../list/use-row-act.tsx';
import { ChangesTab } from '../record/changes-tab.tsx';
import { RecordPage } from '../record/record-page.tsx';
import { RecordTabs, type RecordPages } from '../record/record-tabs.tsx';
import { CloseDialog, EmptyDialog, RoomForm, roomForm, ShelfForm } from './room-forms.tsx';
import {
  deleteRoom,
  getRoom,
  listRoomChanges,
  listRooms,
  listVisitors,
  subjects,
  type Room,
  type Shelf,
  type Visitor,
} from './rooms.contract.ts';
import { useAddress, type TestScreen } from './stage.tsx';

const roomList = defineList({
  operation: listRooms,
  nouns: ['room', 'rooms'],
  pageSize: 10,
  search: { label: 'Name', field: 'name' },
  sort: { default: ['updated', 'desc'], columns: ['name', 'seats'] },
  filters: { subject: choice(subjects, { label: 'Subject' }) },
  empty: { none: 'There are no rooms to display' },
});

const roomAddress = roomList.address.extend({
  /** The open forms. */
  room: optionalInAddress(z.string()),
  shelves: optionalInAddress(z.string()),
  /** The room whose visitors are shown. */
  visitors: optionalInAddress(z.string()),
});
type RoomAddress = z.infer<typeof roomAddress>;

const columns: Column<Room>[] = [
  {
    key: 'name',
    header: 'Room',
    width: 300,
    lead: true,
    sortBy: 'name',
    text: ({ name }) => name,
    render: ({ _id, name }) => <Link to={`/rooms/${_id}` as never}>{name}</Link>,
  },
  { key: 'subject', header: 'Subject', width: 300, text: ({ subject }) => subject ?? '–' },
  { key: 'note', header: 'Note', width: 300, text: ({ note }) => note },
  {
    key: 'seats',
    header: 'Seats',
    width: 300,
    align: 'right',
    sortBy: 'seats',
    text: ({ seats }) => String(seats),
  },
];

/** A list as a table, with the forms and questions that its rows open. */
const RoomsPage = () => {
  const [address, onAddress] = useAddress<RoomAddress>();
  const [closing, setClosing] = useState<Room | null>(null);
  const [emptying, setEmptying] = useState<Room | null>(null);
  const { act, problem } = useRowAct(['classes']);
  const deleting = useOperation(deleteRoom, { refreshes: ['classes'] });
  const { room, shelves, visitors, ...shown } = address;
  const close = () => onAddress(shown);
  const remove = ({ _id, name }: Room, asks: boolean) =>
    act({
      question: asks && {
        title: 'Delete room',
        message: `${name} is deleted.`,
        confirmLabel: 'Delete',
        danger: true,
      },
      run: () => deleting.mutateAsync({ params: { id: _id } }),
      done: `${name} deleted`,
      refused: () => `${name} cannot be deleted.`,
    });
  const actions: RowActions<Room> = {
    nameOf: ({ name }) => name,
    of: (row) => [
      { label: 'Edit', keys: 'e', onClick: () => onAddress({ ...address, room: row._id }) },
      { label: 'Shelves', onClick: () => onAddress({ ...address, shelves: row._id }) },
      { label: 'Visitors', onClick: () => onAddress({ ...address, visitors: row._id }) },
      { label: 'Close', onClick: () => setClosing(row) },
      { label: 'Empty', onClick: () => setEmptying(row) },
      { label: 'Delete', danger: true, onClick: () => void remove(row, true) },
      { label: 'Delete at once', danger: true, onClick: () => void remove(row, false) },
    ],
  };
  return (
    <ListPage
      title="Rooms"
      list={roomList}
      address={address}
      onAddress={onAddress}
      columns={columns}
      actions={actions}
      problem={problem}
      primary={{ label: 'New room', onClick: () => onAddress({ ...address, room: 'new' }) }}
    >
      <RoomForm open={room ?? null} onClose={close} />
      <ShelfForm open={shelves ?? null} onClose={close} />
      <CloseDialog room={closing} onClose={() => setClosing(null)} />
      <EmptyDialog
        room={emptying}
        onClose={() => setEmptying(null)}
        danger={emptying?.seats !== 1}
      />
      <VisitorsDialog room={visitors} onClose={close} />
    </ListPage>
  );
};

const visitorList = defineList({
  operation: listVisitors,
  nouns: ['visitor', 'visitors'],
  pageSize: 10,
  empty: { none: 'There are no visitors to display' },
});

const visitorColumns: Column<Visitor>[] = [
  {
    key: 'name',
    header: 'Visitor',
    width: 200,
    lead: true,
    text: ({ name }) => name,
    render: ({ name }) => <button type="button">{name}</button>,
  },
];

/** A list in a dialog: its page is not in the address. */
const VisitorsDialog = ({ room, onClose }: { room: string | undefined; onClose: () => void }) => {
  const [address, setAddress] = useState<ListAddress>({});
  return (
    <Dialog title="Visitors" opened={room !== undefined} onClose={onClose}>
      {room !== undefined && (
        <ListTab
          list={visitorList}
          scope={{ params: { id: room } }}
          address={address}
          onAddress={setAddress}
          columns={visitorColumns}
        />
      )}
    </Dialog>
  );
};

const cardList = defineList({
  operation: listRooms,
  nouns: ['room', 'rooms'],
  pageSize: 10,
  file: 'all-rooms.csv',
  formats: [{ label: 'Plan', mediaType: 'text/x-rooms', file: 'rooms.plan' }],
  empty: { none: 'There are no rooms to display' },
});

/** A list whose rows are cards on phones. */
const CardsPage = () => {
  const [address, onAddress] = useAddress<ListAddress>();
  const narrow = useNarrow();
  return (
    <ListPage
      title="Cards"
      list={cardList}
      address={address}
      onAddress={onAddress}
      columns={columns}
      render={
        narrow
          ? (shown) => (
              <CardRows
                {...shown}
                renderRow={({ _id, name }: Room) => (
                  <article>
                    <Link to={`/rooms/${_id}` as never}>{name}</Link>
                  </article>
                )}
                skeleton={<SkeletonBar />}
              />
            )
          : undefined
      }
    />
  );
};

const tabs = ['visitors', 'shelves', 'changes'] as const;
const recordAddress = z.object({
  tab: optionalInAddress(z.enum(tabs)),
  page: optionalInAddress(z.int().min(1)),
});

/** A record's page with its facts and tabs. */
const RoomPage = () => {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(operationQuery(getRoom, { params: { id } }));
  return (
    <RecordPage
      noun="room"
      query={query}
      back={{ label: 'Rooms', to: '/rooms' }}
      layout="above"
      head={({ name }) => ({ title: name })}
      facts={(room) => <RoomFacts room={room} />}
    >
      {(room) => <RoomTabs room={room} />}
    </RecordPage>
  );
};

const RoomFacts = ({ room: { seats, note } }: { room: Room }) => (
  <section aria-label="Details">
    <Panel>
      <PanelBody>
        <Facts>
          <FactGroup>
            <Fact label="Seats">{seats}</Fact>
            <Fact label="Note">{note}</Fact>
          </FactGroup>
        </Facts>
      </PanelBody>
    </Panel>
  </section>
);

const RoomTabs = ({ room }: { room: Room }) => {
  const [address, onAddress] = useAddress<z.infer<typeof recordAddress>>();
  return (
    <RecordTabs
      tabs={[
        {
          value: 'visitors',
          label: 'Visitors',
          content: ({ page, onPage }) => (
            <ListTab
              list={visitorList}
              scope={{ params: { id: room._id } }}
              address={{ page }}
              onAddress={(next) => onPage(next.page ?? 1)}
              columns={visitorColumns}
            />
          ),
        },
        {
          value: 'shelves',
          label: 'Shelves',
          count: room.shelves.length,
          content: (pages) => <RoomShelves shelves={room.shelves} {...pages} />,
        },
        {
          value: 'changes',
          label: 'Changes',
          content: (pages) => (
            <ChangesTab of={listRoomChanges} id={room._id} form={roomForm} {...pages} />
          ),
        },
      ]}
      search={address}
      onSearch={onAddress}
    />
  );
};

const shelfColumns: Column<Shelf>[] = [
  { key: 'text', header: 'Shelf', width: 200, text: ({ text }) => text, value: ({ text }) => text },
];

/** Rows that come with their record: sorted and paged in the browser. */
const RoomShelves = ({ shelves, page, onPage }: { shelves: readonly Shelf[] } & RecordPages) => (
  <RowsTab
    list={{ nouns: ['shelf', 'shelves'], pageSize: 5, empty: { none: 'There are no shelves' } }}
    rows={shelves}
    rowKey={({ uid }) => uid}
    address={{ page }}
    onAddress={(next) => onPage(next.page ?? 1)}
    columns={shelfColumns}
  />
);

const kinds = ['Lecture', 'Workshop', 'Revision', 'Recording', 'Examination', 'Excursion'] as const;

/** A toolbar with six filters, and a seventh that is rare. */
const ToolbarPage = () => {
  const [chosen, setChosen] = useState<Partial<Record<string, string>>>({});
  const filters = [...kinds, 'Seldom'].map((kind) => ({
    key: kind,
    changed: chosen[kind] !== undefined,
    rare: kind === 'Seldom' && chosen[kind] === undefined,
    node: (
      <ChoiceFilter
        label={kind}
        choices={['All', 'With', 'Without'].map((value) => ({ value, label: value }))}
        value={chosen[kind] ?? 'All'}
        defaultValue="All"
        onChange={(value) =>
          setChosen(({ [kind]: _before, ...others }) =>
            value === 'All' ? others : { ...others, [kind]: value },
          )
        }
      />
    ),
  }));
  return (
    <Panel label="Bar">
      <Toolbar
        search={<SearchBox label="Room" value="" onChange={() => undefined} grows />}
        filters={filters}
        changed={Object.keys(chosen).length}
        onReset={() => setChosen({})}
      />
    </Panel>
  );
};

/** Another screen. */
const OtherPage = () => {
  const navigate = useNavigate();
  return <button onClick={() => void navigate({ to: '/rooms' as never })}>To the rooms</button>;
};

export const screens: readonly TestScreen[] = [
  { path: '/rooms', component: RoomsPage, search: roomAddress },
  { path: '/rooms/$id', component: RoomPage, search: recordAddress },
  { path: '/toolbar', component: ToolbarPage },
  { path: '/cards', component: CardsPage, search: cardList.address },
  { path: '/', component: OtherPage },
];
