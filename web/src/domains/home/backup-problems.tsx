import { Stack } from '@mantine/core';
import { Banner } from '../../ui/banner.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import type { Home } from './home.api.ts';

/** Warns an Admin of a last backup that is older than a day, and of a log of PostgreSQL that is not archived. */
export const BackupProblems = ({ last, archive_fails: fails }: NonNullable<Home['backup']>) => (
  <Stack>
    {last !== null && (
      <Banner tone="warning" title="The last backup is older than a day">
        It was made on <Moment at={last} />. Check the schedule that runs it. <SystemHealth />
      </Banner>
    )}
    {fails && (
      <Banner tone="warning" title="The log of the database is not archived">
        Recent changes are only on this machine. Check the archive and its disk. <SystemHealth />
      </Banner>
    )}
  </Stack>
);

const SystemHealth = () => (
  <QuietLink to="/admin/system" data-in-sentence>
    System health
  </QuietLink>
);
