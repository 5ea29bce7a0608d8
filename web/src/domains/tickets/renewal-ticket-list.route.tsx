import { createFileRoute } from '@tanstack/react-router';
import { TicketList } from './ticket-list.tsx';
import { firstTickets, ticketSearchSchemas } from './ticket-lists.ts';

const RenewalTickets = () => {
  const search = Route.useSearch();
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
  validateSearch: ticketSearchSchemas.ClassRenewal,
  staticData: { prefetch: firstTickets('ClassRenewal') },
  component: RenewalTickets,
});
