import { Link, linkOptions } from '@tanstack/react-router';
import type { HomeFollowUp } from 'staffroom-contract/domains/home/home.contract.ts';
import { followUpGroups, type FollowUpGroup } from 'staffroom-contract/domains/home/home.rules.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatShortDay } from '../../lib/formats.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Stars } from '../feedback/stars.tsx';
import { ticketTone } from '../tickets/ticket-words.ts';
import type { Home } from './home.api.ts';
import { followUpRows } from './day-rows.ts';
import { HomePart, MoreRows } from './home-part.tsx';
import lists from './home-lists.module.css';
import styles from './my-follow-ups.module.css';

type FollowUps = NonNullable<Home['follow_ups']>;

const groupWords: Record<FollowUpGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  open: 'Open',
};

const onPhones = 4;

/** Link target of the figures. */
export const myFollowUpsId = 'my-follow-ups';

type FollowUpList = FollowUps['lists'][number];

/** A list's label beside the day's other lists. */
const wordsOf = ({ kind, whose }: FollowUpList, all: readonly FollowUpList[]) => {
  if (all.length === 1)
    return { trial: 'Trial tickets', renewal: 'Renewal tickets', feedback: 'Feedback' }[kind];
  const words = { trial: 'Trial', renewal: 'Renewal', feedback: 'Feedback' }[kind];
  const isTwice = all.filter((list) => list.kind === kind).length > 1;
  return isTwice ? `${words}, ${whose}` : words;
};

const sumOf = ({ overdue, today, open }: FollowUpList) => overdue + today + open;

/** Due tickets and feedback to follow up: overdue, today, and other open ones. */
export const MyFollowUps = ({ followUps }: { followUps: FollowUps }) => {
  const { lists: all } = followUps;
  const [first, ...others] = all;
  const only = first && others.length === 0 ? followUpRows(first) : undefined;
  const total = followUps.overdue + followUps.today + followUps.open;
  const shown = followUps.data.slice(0, useNarrow() ? onPhones : followUps.data.length);
  return (
    <HomePart
      title={all.some(({ whose }) => whose === 'others') ? 'Follow-ups' : 'My follow-ups'}
      id={myFollowUpsId}
      count={total}
      rows={only}
      about={all.map((list) => (
        <RowsLink key={`${list.kind} ${list.whose}`} {...followUpRows(list)}>
          {wordsOf(list, all)} {!only && sumOf(list).toLocaleString('en-SG')}
        </RowsLink>
      ))}
    >
      {followUpGroups
        .filter((group) => followUps[group] > 0)
        .map((group) => (
          <section key={group} aria-label={groupWords[group]}>
            <GroupHeading group={group} followUps={followUps} />
            <GroupRows rows={shown.filter((row) => row.group === group)} />
          </section>
        ))}
      {total > shown.length && only && (
        <MoreRows rows={only}>{(total - shown.length).toLocaleString('en-SG')} more</MoreRows>
      )}
    </HomePart>
  );
};

/** A group's heading with its count, linked to its rows, or to each list if there are several. */
const GroupHeading = ({ group, followUps }: { group: FollowUpGroup; followUps: FollowUps }) => {
  const { lists: all } = followUps;
  const [first, ...others] = all;
  const count = followUps[group].toLocaleString('en-SG');
  return (
    <h3 className={styles.group}>
      {groupWords[group]}{' '}
      {first && others.length === 0 ? (
        <RowsLink {...followUpRows(first, group)}>{count}</RowsLink>
      ) : (
        <>
          <span>{count}</span>
          <span className={styles.parts}>
            {all
              .filter((list) => list[group] > 0)
              .map((list) => (
                <RowsLink key={`${list.kind} ${list.whose}`} {...followUpRows(list, group)}>
                  {wordsOf(list, all)} {list[group].toLocaleString('en-SG')}
                </RowsLink>
              ))}
          </span>
        </>
      )}
    </h3>
  );
};

/** The loaded rows of a group. */
const GroupRows = ({ rows }: { rows: readonly HomeFollowUp[] }) =>
  rows.length > 0 && (
    <ul className={lists.rows}>
      {rows.map((row) => (
        <FollowUpRow key={row._id} row={row} />
      ))}
    </ul>
  );

const FollowUpRow = ({ row }: { row: HomeFollowUp }) => (
  <li className={styles.row} data-row tabIndex={-1}>
    <span className={styles.due} data-group={row.group}>
      {row.group === 'today' ? 'Today' : row.due === null ? '–' : formatShortDay(row.due)}
    </span>
    <Link {...addressOf(row)} className={styles.student} data-opens>
      {row.student.name || '–'}
    </Link>
    <span className={styles.class}>
      <RecordLink to="class" id={row.class._id} name={row.class.name} />
    </span>
    <span className={styles.remark} title={row.remark}>
      {row.is_nobodys ? 'Unassigned' : row.remark}
    </span>
    <span className={styles.state}>
      {row.status ? (
        <StatusChip tone={ticketTone(row.status)}>{row.status}</StatusChip>
      ) : (
        row.rating !== null && <Stars rating={row.rating} />
      )}
    </span>
  </li>
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
