import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '../../lib/formats.ts';
import { Moment } from '../../ui/moment.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import { jobWords } from './day-words.ts';
import type { Home } from './home.api.ts';
import { HomePart, RowList } from './home-part.tsx';
import styles from './home.module.css';

/** Background jobs that crashed their worker too often and are not restarted. */
export const QuarantinedJobs = ({ jobs }: { jobs: NonNullable<Home['quarantined_jobs']> }) => (
  <HomePart
    title="Background jobs stopped"
    count={jobs.length}
    about={
      <Text span inherit visibleFrom="sm">
        Not restarted. <QuietLink to="/admin/system">Try again on System health</QuietLink>
      </Text>
    }
  >
    <RowList columns="minmax(0, 1.2fr) minmax(0, 1fr) max-content minmax(0, 1.6fr)">
      {jobs.map((job) => (
        <li key={job._id} className={styles.row} data-row tabIndex={-1}>
          <span className={styles.strong}>
            <IconAlertTriangle size={16} stroke={1.7} color="var(--warning)" aria-hidden="true" />{' '}
            {jobWords(job.name)}
          </span>
          <span>crashed its worker {formatCount(job.crashes, 'time')}</span>
          <Moment at={job.since} />
          <Text span variant="meta" c="dimmed" title={job._id}>
            {job._id}
          </Text>
        </li>
      ))}
    </RowList>
  </HomePart>
);
