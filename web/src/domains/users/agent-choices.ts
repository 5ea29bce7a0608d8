import { useQuery } from '@tanstack/react-query';
import type { Choice } from '../../ui/choice-filter.tsx';
import { agentsQuery } from './users.api.ts';

/** All agents by name, for a filter; former ones too, as old records name them. */
export const useAgentChoices = (): Choice[] => {
  const { data } = useQuery(agentsQuery);
  return (data?.data ?? []).map(({ _id, name, email, enabled }) => ({
    value: _id,
    label: `${name || email}${enabled ? '' : ' (disabled)'}`,
  }));
};
