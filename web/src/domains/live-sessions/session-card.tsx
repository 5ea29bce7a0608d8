import { Link } from '@tanstack/react-router';
import type { LiveSession } from '@staffroom/contract/domains/live-sessions/live-sessions.contract.ts';
import { formatLevel } from '@staffroom/contract/shared/levels.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
import { audienceWords, flagWords, seriesOrKeywords } from './live-session-words.ts';
import { SessionState } from './session-state.tsx';
import styles from './live-session-list.module.css';

type Props = {
  session: LiveSession;
  now: string;
  actions: readonly RowAction[];
};

/** A session on a phone: all that the table's columns say, below each other. */
export const SessionCard = ({ session, now, actions }: Props) => {
  const formats = useFormats();
  const { _id, name, meta, host_by: host, scheduled_on: start } = session;
  const series = seriesOrKeywords(meta);
  return (
    <article className={styles.card}>
      <div className={styles.cardHead}>
        <SessionState session={session} now={now} />
        <span className={styles.cardWhen}>
          <time dateTime={start}>{formats.longDay(start)}</time>, {formats.time(start)}
        </span>
        <RowMenu of={name} actions={actions} />
      </div>
      <Link
        className={styles.cardName}
        from="/tls"
        to="."
        search={(search) => ({ ...search, attendees: _id })}
        data-opens
      >
        {name}
      </Link>
      {series && <p className={styles.cardLine}>{series}</p>}
      <p className={styles.cardLine}>
        {[
          host.name || 'No host',
          meta.subject,
          formatLevel(meta.level),
          `${session.event_duration} min`,
        ].join(' · ')}
      </p>
      <p className={styles.cardLine}>
        {[
          formatCount(session.attendee_count, 'attendee'),
          audienceWords[session.target_audience],
          ...flagWords(session),
        ].join(' · ')}
      </p>
    </article>
  );
};

export const SessionSkeletons = () => (
  <div className={styles.skeletons}>
    {Array.from({ length: 6 }, (_, index) => (
      <SkeletonBar key={index} width={92 - ((index * 13) % 24)} height={72} />
    ))}
  </div>
);
