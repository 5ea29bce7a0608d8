import { auditRow } from './audit-row.ts';
import { iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { phoneIn } from './phones.ts';
import { createIds, createRandom, type Random } from './random.ts';

type Person = { id: string; name: string };
type Change = { before: unknown; after: unknown };

const seed = 20_260_304;
/** How many students' records were changed after they came. */
const changedStudents = 0.2;

/**
 * How people's records came to be what they are: who made each, and what was changed on some of the students' and on
 * accounts with settings. Answers the groups of rows with version and time of their last change, and the audit trail.
 */
export const userTimelines = (
  groups: readonly (readonly Row[])[],
  world: { today: number; admins: readonly Person[]; custService: Person },
): { groups: Row[][]; audit: Row[] } => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const { today, admins, custService } = world;
  const clerks = [custService, custService, ...admins];
  const audit: Row[] = [];

  const write = (row: Row, action: string, at: number, by: Person | null, change: Change) =>
    audit.push(
      auditRow({ id: newId(at), at, by, entity: 'user', entityId: row['id'], action, ...change }),
    );

  /** The changes of the record, and the record after them. */
  const tell = (row: Row, maker: Person | null, editors: readonly Person[], changes: Change[]) => {
    let at = Date.parse(String(row['created']));
    write(row, 'created', at, maker, { before: null, after: firstState(row) });
    for (const change of changes) {
      at += Math.floor((today - at) * (0.1 + 0.5 * random.next()));
      write(row, 'updated', at, random.pick(editors), change);
    }
    return { ...row, version: 1 + changes.length, updated: iso(at) };
  };

  const tellAny = (row: Row) => {
    if (row['type'] !== 'Student')
      return tell(row, random.pick(admins), admins, accountChanges(row));
    const changes = random.chance(changedStudents)
      ? random.shuffled(studentChanges(row, random)).slice(0, random.whole(1, 3))
      : [];
    return tell(row, random.chance(0.6) ? null : random.pick(admins), clerks, changes);
  };
  return { groups: groups.map((rows) => rows.map(tellAny)), audit };
};

const firstState = (row: Row) => ({
  _type: row['type'],
  email: row['email'],
  name: row['name'],
  phone_country_code: row['phone_country_code'],
  phone: row['phone'],
  ...(row['lead_source'] ? { lead_source: { source: row['lead_source'] } } : {}),
});

/** Changes that end at what the record says now. */
const studentChanges = (row: Row, random: Random): Change[] => {
  const level = /^(.*)-(\d)$/.exec(String(row['level']));
  const yearBefore = Number(level?.[2]) - 1;
  const code = String(row['parent_phone_country_code']);
  const preference = row['contact_preference'] as Record<string, unknown>;
  return [
    ...(level && yearBefore > 0
      ? [of('level', `${level[1] ?? ''}-${yearBefore}`, row['level'])]
      : []),
    ...(row['school'] ? [of('school', '', row['school'])] : []),
    ...(preference['whatsapp']
      ? []
      : [inParent('contact_preference', { whatsapp: true }, preference)]),
    ...(row['background']
      ? [
          {
            before: { meta: { background: '' } },
            after: { meta: { background: row['background'] } },
          },
        ]
      : []),
    inParent('phone', phoneIn(code, random), row['parent_phone']),
  ];
};

const accountChanges = (row: Row): Change[] => {
  const accountFields = ['acts_as', 'lead_source_scope'].filter((name) => row[name]);
  const routes = (row['extra_routes'] ?? []) as readonly string[];
  const account = (value: (name: string) => unknown) => ({
    account: Object.fromEntries(accountFields.map((name) => [name, value(name)])),
  });
  return [
    ...(accountFields.length > 0
      ? [{ before: account(() => null), after: account((name) => row[name]) }]
      : []),
    ...(routes.length > 0
      ? [
          {
            before: { account: { extra_routes: [] } },
            after: { account: { extra_routes: routes } },
          },
        ]
      : []),
    ...(row['enabled'] === false ? [of('enabled', true, false)] : []),
  ];
};

const of = (field: string, from: unknown, to: unknown): Change => ({
  before: { [field]: from },
  after: { [field]: to },
});

const inParent = (field: string, from: unknown, to: unknown): Change => ({
  before: { parent: { [field]: from } },
  after: { parent: { [field]: to } },
});
