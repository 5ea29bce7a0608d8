import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { deviceWords } from 'staffroom-contract/domains/identity/browsers.rules.ts';
import type { AuditRow } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { changeLines } from '../../kit/record/change-lines.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import { entityWords, recordName } from './audit-words.ts';
import styles from './audit.module.css';

/** An entry in full: each field before and after, where it came from, and ways to related entries. */
export const AuditDetail = ({ row }: { row: AuditRow }) => (
  <div className={styles.detail}>
    <Fields row={row} />
    <Stack className={styles.side} gap="sm">
      <Origin row={row} />
      <Group gap="sm" wrap="wrap">
        {!row.action.endsWith('list.downloaded') && (
          <LinkButton
            size="xs"
            to="/admin/audit"
            search={{ record: row.entity_id }}
            leftSection={<IconHistory size={14} stroke={1.7} aria-hidden="true" />}
          >
            History of this {entityWords(row.entity).toLowerCase()}
          </LinkButton>
        )}
        {row.actor_type && (
          <LinkButton size="xs" to="/admin/audit" search={{ who: row.actor._id }}>
            All by {row.actor.name}
          </LinkButton>
        )}
      </Group>
    </Stack>
  </div>
);

/** The page that a download was asked for is ignored: it has all rows. */
const isTelling = ({ field }: AuditRow['changes'][number]) =>
  field !== 'query.max' && field !== 'query.offset';

/** Fields shown at once; the others follow on request. */
const fieldsAtOnce = 8;

const Fields = ({ row }: { row: AuditRow }) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  const [showsAll, setShowsAll] = useState(false);
  const lines = changeLines(row.changes.filter(isTelling), {}, { zone, today });
  if (lines.length === 0)
    return (
      <Text py="sm" px="lg" variant="body" c="dimmed">
        No fields were changed.
      </Text>
    );
  const shown = showsAll ? lines : lines.slice(0, fieldsAtOnce);
  return (
    <Box py="sm" px="lg">
      <ul aria-label={`Fields of ${recordName(row) || entityWords(row.entity)}`}>
        <li className={styles.field} aria-hidden="true" data-head>
          <span>Field</span>
          <span>Before</span>
          <span />
          <span>After</span>
        </li>
        {shown.map(({ label, from, to }) => (
          <li key={label} className={styles.field}>
            <span>{label}</span>
            {from === null ? <span data-none>–</span> : <del>{from}</del>}
            <IconArrowRight size={14} stroke={1.7} aria-hidden="true" />
            {to === null ? <span>{from === null ? '–' : 'removed'}</span> : <ins>{to}</ins>}
          </li>
        ))}
      </ul>
      {lines.length > shown.length && (
        <Button size="xs" variant="subtle" onClick={() => setShowsAll(true)}>
          Show {lines.length - shown.length} more
        </Button>
      )}
    </Box>
  );
};

const Origin = ({ row }: { row: AuditRow }) => (
  <Facts labels={96}>
    {row.same_request > 0 && (
      <Fact label="Same request">
        <QuietLink to="/admin/audit" search={{ search: row.request_id }} data-in-sentence>
          {formatCount(row.same_request, 'more entry', 'more entries')}
        </QuietLink>
      </Fact>
    )}
    <Fact label="From">
      {[row.address, deviceWords(row.user_agent)].filter(Boolean).join(', ')}
    </Fact>
    {row.session_started_on && (
      <Fact label="Session">
        started <Moment at={row.session_started_on} />
      </Fact>
    )}
    <Fact label="Request">
      <code className={styles.request}>{row.request_id || '–'}</code>
    </Fact>
  </Facts>
);
