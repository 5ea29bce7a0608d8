import { changesPageSize } from '../../lib/queries.ts';
import { admin, FakeServer, refusal, type Handler } from './fake-server.ts';
import {
  closeRoom,
  createRoom,
  deleteRoom,
  emptyRoom,
  getRoom,
  listRoomChanges,
  listRooms,
  listVisitors,
  updateRoom,
  type Room,
  type Visitor,
} from './rooms.contract.ts';

/** An id that ends with this number. */
export const idOf = (number: number) =>
  `0190f3b4-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The room with this number, with a value in every field. */
export const aRoom = (number: number, values: Partial<Room> = {}): Room => ({
  _id: idOf(number),
  name: `Room ${String(number).padStart(2, '0')}`,
  email: 'room@example.com',
  phone_country_code: '65',
  phone: '91234567',
  note: 'Beside the stairs',
  seats: number,
  rate: 18.5,
  subject: 'Maths',
  days: ['Mon'],
  tags: ['quiet'],
  opens: '2026-04-01',
  begins_on: '2026-04-01T06:00:00.000Z',
  is_listed: true,
  shelves: [
    { uid: 'a', text: 'Atlases' },
    { uid: 'b', text: 'Fractions' },
  ],
  keys: [],
  updated: '2026-03-20T06:00:00.000Z',
  version: 1,
  ...values,
});

type Change = { field: string; from: string | null; to: string | null };

/** Rooms and their visitors, with the product's rules for versions, filters and pages. */
export class RoomsServer extends FakeServer {
  readonly rooms = new Map<string, Room>();
  visitors: Visitor[] = [];
  changes: { action: string; changes: Change[] }[] = [];

  constructor(...rooms: Room[]) {
    super();
    for (const room of rooms) this.rooms.set(room._id, room);
    this.on(listRooms, (sent) => this.#list(sent));
    this.on(listVisitors, ({ query, accept }) =>
      accept === 'text/csv'
        ? { text: csvOf(this.visitors) }
        : pageOf(this.visitors, Number(query['max']), Number(query['offset'])),
    );
    this.on(listRoomChanges, ({ query }) =>
      pageOf(
        this.changes.map((change, index) => ({
          _id: idOf(900 + index),
          at: '2026-03-22T06:05:00.000Z',
          by: { _id: admin._id, name: 'Mei Tan' },
          ...change,
        })),
        Number(query['max'] ?? changesPageSize),
        Number(query['offset'] ?? 0),
      ),
    );
    this.on(
      getRoom,
      this.#about((room) => room),
    );
    this.on(
      closeRoom,
      this.#about((room) => this.#store(room, { note: 'Closed' })),
    );
    this.on(
      emptyRoom,
      this.#about((room) => this.#store(room, { shelves: [] })),
    );
    this.on(createRoom, ({ body }) => ({
      status: 201,
      json: { data: this.#store(aRoom(this.rooms.size + 1), body as Partial<Room>) },
    }));
    this.on(deleteRoom, (_, { id = '' }) => {
      if (!this.rooms.delete(id)) return refusal('not_found');
      return { json: { data: { deleted: true } } };
    });
    this.on(updateRoom, ({ body }, { id = '' }) => {
      const room = this.rooms.get(id);
      if (!room) return refusal('not_found');
      const { version, ...changes } = body as Partial<Room>;
      if (version !== room.version)
        return refusal(
          'stale',
          {},
          { current: room, saved: { by: 'Goh Shi Min', at: '2026-03-23T06:05:00.000Z' } },
        );
      return { json: { data: this.#store(room, changes) } };
    });
  }

  /** Saves a room as another user. */
  saveMeanwhile(id: string, changes: Partial<Room>): void {
    const room = this.rooms.get(id);
    if (room) this.#store(room, changes);
  }

  #store(room: Room, changes: Partial<Room>): Room {
    const saved = { ...room, ...changes, version: room.version + 1 };
    this.rooms.set(room._id, saved);
    return saved;
  }

  #about(act: (room: Room) => Room): Handler {
    return (_, { id = '' }) => {
      const room = this.rooms.get(id);
      return room ? { json: { data: act(room) } } : refusal('not_found');
    };
  }

  #list({ query, accept }: { query: Record<string, string>; accept: string | null }) {
    const { name, subject } = JSON.parse(query['filter'] ?? '{}') as {
      name?: { regex: string };
      subject?: string;
    };
    const sortBy = (query['sortBy'] ?? 'updated') as 'name' | 'seats' | 'updated';
    const sign = query['order'] === 'asc' ? 1 : -1;
    const found = [...this.rooms.values()]
      .filter((room) => room.name.toLowerCase().includes((name?.regex ?? '').toLowerCase()))
      .filter((room) => subject === undefined || room.subject === subject)
      .toSorted((one, other) => sign * (one[sortBy] < other[sortBy] ? -1 : 1));
    if (accept !== 'application/json') return { text: csvOf(found) };
    return pageOf(found, Number(query['max']), Number(query['offset'] ?? 0));
  }
}

const csvOf = (rows: readonly { name: string }[]) =>
  ['Name', ...rows.map(({ name }) => name)].join('\n');

const pageOf = (rows: readonly object[], max: number, offset: number) => ({
  json: { data: rows.slice(offset, offset + max), count: rows.length },
});
