import { createFileRoute } from '@tanstack/react-router';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import { statSearchSchema, type StatSearch } from '../../domains/tickets/stat-address.ts';
import { TicketStat } from '../../domains/tickets/ticket-stat.tsx';

const Stat = () => {
  const search = useAddress(statSearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  return <TicketStat search={search} onSearch={(next) => void navigate({ search: next })} />;
};

export const Route = createFileRoute('/_signed-in/tickets/stat')({
  validateSearch: readByScreen<StatSearch>(),
  staticData: {
    prefetch: async (address: never) =>
      (await import('../../domains/tickets/stat-address.ts')).firstStats(address),
  },
  component: Stat,
});
