import { Banner } from '../../ui/banner.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';

/** Warns an Admin of a last backup that is older than a day. */
export const OldBackup = ({ last }: { last: string }) => (
  <Banner tone="warning" title="The last backup is older than a day">
    It was made on <Moment at={last} />. Check the schedule that runs it.{' '}
    <QuietLink to="/admin/system" data-in-sentence>
      System health
    </QuietLink>
  </Banner>
);

/** Warns an Admin that PostgreSQL's log is not archived, so that no recent point in time could be restored. */
export const FailingArchive = () => (
  <Banner tone="warning" title="The log of the database is not archived">
    Recent changes are only on this machine. Check the archive and its disk.{' '}
    <QuietLink to="/admin/system" data-in-sentence>
      System health
    </QuietLink>
  </Banner>
);
