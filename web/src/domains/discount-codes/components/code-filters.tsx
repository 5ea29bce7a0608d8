import { useQuery } from '@tanstack/react-query';
import { ChoiceFilter, type Choice } from '../../../ui/choice-filter.tsx';
import { agentsQuery } from '../../users/users.api.ts';
import { codeStatuses, withFilter, type DiscountCodeSearch } from '../discount-code-search.ts';

const all = { value: 'all', label: 'All' } as const;
const statusChoices = [all, ...codeStatuses.map((status) => ({ value: status, label: status }))];

type Props = { search: DiscountCodeSearch; onSearch: (search: DiscountCodeSearch) => void };

/** Status and agent. */
export const CodeFilters = ({ search, onSearch }: Props) => {
  const { data } = useQuery(agentsQuery);
  const agents: Choice[] = (data?.data ?? []).map(({ _id, name, email, enabled }) => ({
    value: _id,
    label: `${name || email}${enabled ? '' : ' (disabled)'}`,
  }));
  return (
    <>
      <ChoiceFilter
        label="Status"
        choices={statusChoices}
        value={search.status ?? 'all'}
        defaultValue="all"
        onChange={(status) =>
          onSearch(withFilter(search, { status: status === 'all' ? undefined : status }))
        }
      />
      <ChoiceFilter
        label="Agent"
        choices={[all, ...agents]}
        value={search.agent ?? 'all'}
        defaultValue="all"
        onChange={(agent) =>
          onSearch(withFilter(search, { agent: agent === 'all' ? undefined : agent }))
        }
      />
    </>
  );
};
