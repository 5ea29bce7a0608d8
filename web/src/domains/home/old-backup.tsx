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
