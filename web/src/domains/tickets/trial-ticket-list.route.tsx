import { createFileRoute } from '@tanstack/react-router';
import { TicketList } from './ticket-list.tsx';
import { firstTickets, ticketSearchSchemas } from './ticket-lists.ts';

const TrialTickets = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TicketList
      key="TrialConversion"
      type="TrialConversion"
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/tickets/trial')({
  validateSearch: ticketSearchSchemas.TrialConversion,
  staticData: { prefetch: firstTickets('TrialConversion') },
  component: TrialTickets,
});
