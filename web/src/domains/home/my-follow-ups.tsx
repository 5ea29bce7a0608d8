import { Link, linkOptions } from '@tanstack/react-router';
import type { HomeFollowUp } from '@staffroom/contract/domains/home/home.contract.ts';
import { followUpGroups, type FollowUpGroup } from '@staffroom/contract/domains/home/home.rules.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatShortDay } from '../../lib/formats.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Stars } from '../feedback/stars.tsx';
import { ticketTone } from '../tickets/ticket-words.ts';
import type { Home } from './home.api.ts';
import { HomePart } from './home-part.tsx';
import styles from './my-follow-ups.module.css';

type FollowUps = NonNullable<Home['follow_ups']>;

const groupWords: Record<FollowUpGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  open: 'Open',
};

const onPhones = 4;

/** Where all of somebody's follow-ups stand: tickets that are theirs, or that wait to be given to an agent, else feedback. */
export const useAllFollowUps = () => {
  const mayOpen = useMayOpen();
  const { role } = rightsOf(useSessionUser());
  const view = role === 'Agent' ? ('mine' as const) : ('unassigned' as const);
  if (mayOpen('/tickets/trial'))
    return {
      label: 'Trial tickets',
      link: linkOptions({ to: '/tickets/trial', search: { view } }),
    };
  if (mayOpen('/tickets/renewal'))
    return {
      label: 'Renewal tickets',
      link: linkOptions({ to: '/tickets/renewal', search: { view } }),
    };
  return {
    label: 'Feedback',
    link: linkOptions({ to: '/feedback', search: { follow_ups: 'mine' } }),
  };
};

/** Tickets that are due and feedback to follow up: what is late, what is for today, and what else is open. */
export const MyFollowUps = ({ followUps }: { followUps: FollowUps }) => {
  const { label, link } = useAllFollowUps();
  const total = followUps.overdue + followUps.today + followUps.open;
  const shown = followUps.data.slice(0, useNarrow() ? onPhones : followUps.data.length);
  return (
    <HomePart title="My follow-ups" count={total} about={<Link {...link}>{label}</Link>}>
      {followUpGroups
        .filter((group) => shown.some((row) => row.group === group))
        .map((group) => (
          <section key={group} aria-label={groupWords[group]}>
            <h3 className={styles.group}>
              {groupWords[group]} <span>{followUps[group].toLocaleString('en-SG')}</span>
            </h3>
            <ul className={styles.rows}>
              {shown
                .filter((row) => row.group === group)
                .map((row) => (
                  <FollowUpRow key={row._id} row={row} />
                ))}
            </ul>
          </section>
        ))}
      {total > shown.length && (
        <Link {...link} className={styles.more}>
          {(total - shown.length).toLocaleString('en-SG')} more
        </Link>
      )}
    </HomePart>
  );
};

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
      {row.is_nobodys ? 'Nobody’s yet' : row.remark}
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

/** The ticket or the follow-up itself, opened on its screen. */
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
