import { Box, Flex, Group, Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { HomeFollowUp } from 'staffroom-contract/domains/home/home.contract.ts';
import {
  followUpGroups,
  followUpOwners,
  type FollowUpGroup,
  type FollowUpOwner,
} from 'staffroom-contract/domains/home/home.rules.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatShortDay } from '../../lib/formats.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Stars } from '../feedback/stars.tsx';
import { ticketTone } from '../tickets/ticket-words.ts';
import type { Home } from './home.api.ts';
import { followUpRows } from './day-rows.ts';
import { HomePart, MoreRows, RowList } from './home-part.tsx';
import styles from './home.module.css';

type FollowUps = NonNullable<Home['follow_ups']>;
type FollowUpList = FollowUps['lists'][number];
type Props = { followUps: FollowUps };

/** Titles of the panels. */
export const followUpTitles: Record<FollowUpOwner, string> = {
  mine: 'My follow-ups',
  unassigned: 'Unassigned',
  others: 'Follow-ups of others',
};

const groupWords: Record<FollowUpGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  open: 'Open',
};

/** Link target of the figures: the first panel. */
export const followUpsId = 'follow-ups';

export const followUpColumns = '72px minmax(0, 1.2fr) minmax(170px, 1.3fr) minmax(0, 1fr) 196px';

const listWords = { trial: 'Trial', renewal: 'Renewal', feedback: 'Feedback' };
const onlyListWords = { trial: 'Trial tickets', renewal: 'Renewal tickets', feedback: 'Feedback' };

const sumOf = (list: FollowUpList) => list.overdue + list.today + list.open;
const totalOf = (lists: readonly FollowUpList[]) =>
  lists.reduce((sum, list) => sum + sumOf(list), 0);

/** The lists with follow-ups of one owner. */
const listsOf = ({ lists }: FollowUps, whose: FollowUpOwner) =>
  lists.filter((list) => list.whose === whose && sumOf(list) > 0);

/** The follow-ups of one owner: own ones, unassigned ones, and for an Admin those of others; null without follow-ups. */
export const followUpPanel = (followUps: FollowUps, whose: FollowUpOwner) => {
  const [first] = followUpOwners.filter((owner) => listsOf(followUps, owner).length > 0);
  return listsOf(followUps, whose).length === 0 ? null : (
    <FollowUpPanel
      followUps={followUps}
      whose={whose}
      id={whose === first ? followUpsId : undefined}
    />
  );
};

const FollowUpPanel = ({
  followUps,
  whose,
  id,
}: Props & { whose: FollowUpOwner; id: string | undefined }) => {
  const lists = listsOf(followUps, whose);
  const [first, ...others] = lists;
  const only = first && others.length === 0 ? followUpRows(first) : undefined;
  const total = totalOf(lists);
  const rows = followUps.data.filter((row) => row.is_nobodys === (whose === 'unassigned'));
  const shown = whose === 'others' ? [] : rows.slice(0, useNarrow() ? 4 : rows.length);
  return (
    <HomePart
      title={followUpTitles[whose]}
      id={id}
      count={total}
      rows={only}
      about={lists.map((list) => (
        <RowsLink key={list.kind} {...followUpRows(list)}>
          {only ? onlyListWords[list.kind] : `${listWords[list.kind]} ${countWords(sumOf(list))}`}
        </RowsLink>
      ))}
    >
      {whose === 'mine' ? (
        <Groups lists={lists} rows={shown} />
      ) : (
        shown.length > 0 && <FollowUpRows rows={shown} />
      )}
      {total > shown.length && shown.length > 0 && only && (
        <MoreRows rows={only}>{countWords(total - shown.length)} more</MoreRows>
      )}
    </HomePart>
  );
};

const countWords = (count: number) => count.toLocaleString('en-SG');

type GroupProps = { lists: readonly FollowUpList[]; rows: readonly HomeFollowUp[] };

/** Own follow-ups by due date; each group's count links to its rows, or to each list if there are several. */
const Groups = ({ lists, rows }: GroupProps) =>
  followUpGroups.map((group) => {
    const inGroup = lists.filter((list) => list[group] > 0);
    const [first, ...others] = inGroup;
    const own = rows.filter((row) => row.group === group);
    if (!first) return null;
    return (
      <section key={group} aria-label={groupWords[group]}>
        <Group component="h3" className={styles.group} variant="label" c="bright">
          {groupWords[group]}{' '}
          <Text span inherit c="dimmed">
            {others.length === 0 ? (
              <RowsLink {...followUpRows(first, group)}>{countWords(first[group])}</RowsLink>
            ) : (
              countWords(inGroup.reduce((sum, list) => sum + list[group], 0))
            )}
          </Text>
          {others.length > 0 && (
            <Flex component="span" rowGap={0} columnGap="md" wrap="wrap" ml="auto" data-links>
              {inGroup.map((list) => (
                <RowsLink key={list.kind} {...followUpRows(list, group)}>
                  {listWords[list.kind]} {countWords(list[group])}
                </RowsLink>
              ))}
            </Flex>
          )}
        </Group>
        {own.length > 0 && <FollowUpRows rows={own} />}
      </section>
    );
  });

const FollowUpRows = ({ rows }: { rows: readonly HomeFollowUp[] }) => (
  <RowList columns={followUpColumns} stacks>
    {rows.map((row) => (
      <li key={row._id} className={styles.row} data-row data-starts tabIndex={-1}>
        <Text span inherit c={row.group === 'overdue' ? 'negative' : 'secondary'} data-figures>
          {row.group === 'today' ? 'Today' : row.due === null ? '–' : formatShortDay(row.due)}
        </Text>
        <Link {...addressOf(row)} className={styles.strong} data-name data-opens>
          {row.student.name || '–'}
        </Link>
        <RecordLink to="class" id={row.class._id} name={row.class.name} />
        <Box component="span" visibleFrom="sm" title={row.remark}>
          {row.remark || '–'}
        </Box>
        <span>
          {row.status ? (
            <StatusChip tone={ticketTone(row.status)}>{row.status}</StatusChip>
          ) : (
            row.rating !== null && <Stars rating={row.rating} />
          )}
        </span>
      </li>
    ))}
  </RowList>
);

/** Link that opens the ticket or follow-up on its screen. */
const addressOf = ({ kind, _id }: HomeFollowUp) => {
  switch (kind) {
    case 'trial':
      return linkOptions({ to: '/tickets/trial', search: { ticket: _id } });
    case 'renewal':
      return linkOptions({ to: '/tickets/renewal', search: { ticket: _id } });
    case 'feedback':
      return linkOptions({ to: '/feedback', search: { follow_up: _id } });
  }
};
