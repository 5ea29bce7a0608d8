import { createFileRoute } from '@tanstack/react-router';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import {
  LiveSessionList,
  sessionSearchSchema,
  type SessionSearch,
} from '../../domains/live-sessions/live-session-list.tsx';

const LiveSessions = () => {
  const search = useAddress(sessionSearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <LiveSessionList
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/tls')({
  validateSearch: readByScreen<SessionSearch>(),
  staticData: {
    prefetch: async (address: never) =>
      (await import('../../domains/live-sessions/live-session-list.tsx')).firstSessions(address),
  },
  component: LiveSessions,
});
