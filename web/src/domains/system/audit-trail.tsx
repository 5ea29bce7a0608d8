import { Flex, Group, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { deviceWords } from 'staffroom-contract/domains/identity/browsers.rules.ts';
import type { AuditRow } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { CardRows } from '../../kit/list/card-rows.tsx';
import { ListPage, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatLongDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import rowStyles from '../../ui/rows.module.css';
import { AuditDetail } from './audit-detail.tsx';
import { auditList, type AuditSearch } from './audit-list.ts';
import {
  actWords,
  factOf,
  isWarning,
  keptWords,
  recordName,
  secondsOf,
  targetOf,
} from './audit-words.ts';
import styles from './audit.module.css';
import { auditRetentionQuery } from './system.api.ts';

type Props = {
  search: AuditSearch;
  onSearch: (search: AuditSearch, step?: { replaces: boolean }) => void;
};

/** Everything that was done: who, what, when and from where (quality.md). */
export const AuditTrail = ({ search, onSearch }: Props) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  const narrow = useNarrow();
  const open = search.open ?? [];
  const isOpen = ({ _id }: AuditRow) => open.includes(_id);
  const toggle = ({ _id }: AuditRow) => {
    const next = open.includes(_id) ? open.filter((id) => id !== _id) : [...open, _id];
    onSearch({ ...search, open: next.length > 0 ? next : undefined }, { replaces: true });
  };
  const dayOf = ({ at }: AuditRow) => {
    const day = businessDayOf(at, zone);
    return `${day === today ? 'Today, ' : ''}${formatLongDay(day)}`;
  };
  return (
    <ListPage
      title="Audit trail"
      list={auditList}
      address={search}
      onAddress={onSearch}
      columns={[openColumn(isOpen, toggle), ...columnsFor({ zone, today })]}
      groupOf={dayOf}
      detailOf={(row) => isOpen(row) && <AuditDetail row={row} />}
      beside={
        <Text span variant="meta" c="dimmed">
          {keptWords(useQuery(auditRetentionQuery()).data?.data.days)}
        </Text>
      }
      {...(narrow && {
        render: (rows) => (
          <CardRows
            {...rows}
            groupOf={dayOf}
            renderRow={(row) => (
              <AuditCard row={row} isOpen={isOpen(row)} onToggle={() => toggle(row)} />
            )}
          />
        ),
      })}
    />
  );
};

const openColumn = (
  isOpen: (row: AuditRow) => boolean,
  toggle: (row: AuditRow) => void,
): Column<AuditRow> => ({
  key: 'open',
  header: 'Details',
  hiddenHeader: true,
  width: 52,
  render: (row) => <Toggle row={row} isOpen={isOpen(row)} onToggle={() => toggle(row)} />,
});

const Toggle = ({ row, isOpen, onToggle }: ToggleProps) => {
  const { business_time_zone: zone } = useSettings();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-label={`Details of ${actWords(row)} at ${secondsOf(row.at, zone)}`}
      data-opens
      onClick={onToggle}
    >
      <Chevron size={16} stroke={1.7} aria-hidden="true" />
    </button>
  );
};

type ToggleProps = { row: AuditRow; isOpen: boolean; onToggle: () => void };

const columnsFor = (context: { zone: string; today: string }): Column<AuditRow>[] => [
  {
    key: 'at',
    header: 'When',
    width: 92,
    figures: true,
    render: ({ at }) => <time dateTime={at}>{secondsOf(at, context.zone)}</time>,
  },
  {
    key: 'who',
    header: 'Who',
    width: 210,
    text: whoWords,
    render: (row) => <Who row={row} />,
  },
  {
    key: 'what',
    header: 'What',
    width: 190,
    text: actWords,
    render: (row) => <What row={row} />,
  },
  {
    key: 'record',
    header: 'Record',
    width: 340,
    text: (row) => [recordName(row), factOf(row, context)].filter(Boolean).join(' · '),
    render: (row) => <RecordOf row={row} context={context} />,
  },
  {
    key: 'from',
    header: 'From',
    width: 220,
    figures: true,
    text: (row) => [row.address, deviceWords(row.user_agent)].filter(Boolean).join(' '),
    render: ({ address, user_agent: agent }) => (
      <>
        {address === 'worker' ? 'Worker' : address}{' '}
        <Text span variant="meta" c="dimmed">
          {agent !== 'worker' && deviceWords(agent)}
        </Text>
      </>
    ),
  },
];

const whoWords = ({ actor, actor_type: type }: AuditRow) =>
  [actor.name || '–', type].filter(Boolean).join(' ');

const Who = ({ row: { actor, actor_type: type } }: { row: AuditRow }) => (
  <>
    {type ? (
      <RecordLink
        to={type === 'Tutor' || type === 'TA' ? 'tutor' : 'staff'}
        id={actor._id}
        name={actor.name || '–'}
      />
    ) : (
      <Text span inherit c="bright">
        {actor.name || '–'}
      </Text>
    )}{' '}
    {type && (
      <Text span variant="meta" c="dimmed">
        {type}
      </Text>
    )}
  </>
);

const What = ({ row }: { row: AuditRow }) =>
  isWarning(row) ? (
    <Text span inherit c="warning">
      {actWords(row)}
    </Text>
  ) : (
    actWords(row)
  );

const RecordOf = ({
  row,
  context,
}: {
  row: AuditRow;
  context: { zone: string; today: string };
}) => {
  const target = targetOf(row.record);
  const name = recordName(row);
  const fact = factOf(row, context);
  return (
    <>
      {name && target ? <RecordLink {...target} name={name} inSentence={fact !== ''} /> : name}
      {name && fact && ' · '}
      {fact || (name ? '' : '–')}
    </>
  );
};

/** An entry on a phone: time and act, who, record. */
const AuditCard = ({ row, isOpen, onToggle }: ToggleProps) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  return (
    <Stack className={rowStyles.card} gap="xs" px="md" py="sm">
      <Flex justify="space-between" align="center" gap="sm">
        <Group gap="sm" wrap="wrap" variant="strong" c="bright">
          <Text span inherit c="secondary" data-figures>
            <time dateTime={row.at}>{secondsOf(row.at, zone)}</time>
          </Text>
          <What row={row} />
        </Group>
        <Toggle row={row} isOpen={isOpen} onToggle={onToggle} />
      </Flex>
      <Text variant="meta" c="secondary">
        <Who row={row} />
      </Text>
      <Text variant="meta" c="secondary">
        <RecordOf row={row} context={{ zone, today }} />
      </Text>
      {isOpen && <AuditDetail row={row} />}
    </Stack>
  );
};
