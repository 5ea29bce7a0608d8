import { useQuery } from '@tanstack/react-query';
import { cleanText } from '@staffroom/contract/shared/text.ts';
import { orderStatuses, orderTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useToday } from '../../../lib/settings.ts';
import { ChoiceFilter, MultiChoiceFilter, type Choice } from '../../../ui/choice-filter.tsx';
import { DateRangeFilter } from '../../../ui/date-range-filter.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { agentsQuery } from '../../users/users.api.ts';
import { defaultFilters, type OrderFilters } from '../order-search.ts';
import { createdPicks } from './created-picks.ts';

type Props = { filters: OrderFilters; onChange: (filters: OrderFilters) => void };

const all = { value: 'all', label: 'All' } as const;
const asChoice = <Value extends string>(value: Value) => ({ value, label: value });
const typeChoices = [all, ...orderTypes.map(asChoice)];
const statusChoices = orderStatuses.map(asChoice);
const paymentChoices = [
  all,
  { value: 'online', label: 'Online' },
  { value: 'bank-transfer', label: 'Bank transfer' },
] as const;
const agentModeChoices = [
  { value: 'ignore', label: 'Ignore' },
  { value: 'none', label: 'No agent' },
  { value: 'all', label: 'All agents' },
] as const;

/** The created date, which stays visible on phones too. */
export const CreatedFilter = ({ filters, onChange }: Props) => {
  const today = useToday();
  const defaults = defaultFilters(today);
  return (
    <DateRangeFilter
      label="Created"
      value={{ start: filters.from, end: filters.to }}
      defaultValue={{ start: defaults.from, end: defaults.to }}
      quickPicks={createdPicks(today)}
      onChange={({ start, end }) => onChange({ ...filters, from: start, to: end })}
    />
  );
};

/** The other filters of the orders list (part 2 §2). */
export const OrderFilterFields = ({ filters, onChange }: Props) => {
  const defaults = defaultFilters(useToday());
  const seesAll = useCan('order.canViewAllOrders');
  return (
    <>
      <ChoiceFilter
        label="Type"
        choices={typeChoices}
        value={filters.type}
        defaultValue={defaults.type}
        onChange={(type) => onChange({ ...filters, type })}
      />
      <MultiChoiceFilter
        label="Status"
        choices={statusChoices}
        value={filters.status}
        defaultValue={defaults.status}
        onChange={(status) => onChange({ ...filters, status })}
      />
      <ChoiceFilter
        label="Payment mode"
        choices={paymentChoices}
        value={filters.payment}
        defaultValue={defaults.payment}
        onChange={(payment) => onChange({ ...filters, payment })}
      />
      {seesAll && <AgentFilters filters={filters} onChange={onChange} />}
      <TextFilter
        label="Discount code"
        value={filters.code}
        maxLength={80}
        onChange={(typed) => onChange({ ...filters, code: cleanText(typed).toUpperCase() })}
      />
    </>
  );
};

/** One agent, or orders with or without any; each choice lets the other go. */
const AgentFilters = ({ filters, onChange }: Props) => {
  const { data } = useQuery(agentsQuery);
  const agents: Choice[] = (data?.data ?? []).map(({ _id, name, email, enabled }) => ({
    value: _id,
    label: `${name || email}${enabled ? '' : ' (disabled)'}`,
  }));
  return (
    <>
      <ChoiceFilter
        label="Agent"
        choices={[all, ...agents]}
        value={filters.agent}
        defaultValue="all"
        onChange={(agent) => onChange({ ...filters, agent, agents: 'ignore' })}
      />
      <ChoiceFilter
        label="Agent filter"
        choices={agentModeChoices}
        value={filters.agents}
        defaultValue="ignore"
        onChange={(agents) => onChange({ ...filters, agents, agent: 'all' })}
      />
    </>
  );
};
