import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '../../lib/formats.ts';
import { Moment } from '../../ui/moment.tsx';
import { jobWords } from './day-words.ts';
import type { Home } from './home.api.ts';
import { HomePart } from './home-part.tsx';
import styles from './home-lists.module.css';

/** Background jobs that crashed their worker too often and are not restarted. */
export const QuarantinedJobs = ({ jobs }: { jobs: NonNullable<Home['quarantined_jobs']> }) => (
  <HomePart
    title="Background jobs stopped"
    count={jobs.length}
    about={<span className={styles.about}>Not restarted. See the server’s log for the cause.</span>}
  >
    <ul className={styles.rows}>
      {jobs.map((job) => (
        <li key={job._id} className={styles.job} data-row tabIndex={-1}>
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
          <span className={styles.strong}>{jobWords(job.name)}</span>
          <span>crashed its worker {formatCount(job.crashes, 'time')}</span>
          <span>
            <Moment at={job.since} />
          </span>
          <span className={styles.id}>{job._id}</span>
        </li>
      ))}
    </ul>
  </HomePart>
);
