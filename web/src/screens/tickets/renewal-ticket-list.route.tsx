import { createFileRoute } from '@tanstack/react-router';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import { TicketList } from '../../domains/tickets/ticket-list.tsx';
import { ticketSearchSchemas, type TicketSearch } from '../../domains/tickets/ticket-lists.ts';

const RenewalTickets = () => {
  const search = useAddress(ticketSearchSchemas.ClassRenewal, Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <TicketList
      key="ClassRenewal"
      type="ClassRenewal"
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/tickets/renewal')({
  validateSearch: readByScreen<TicketSearch>(),
  staticData: {
    prefetch: async (address: never) =>
      (await import('../../domains/tickets/ticket-lists.ts')).firstTickets('ClassRenewal')(address),
  },
  component: RenewalTickets,
});
