import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../users.api.ts';

type Named = { _id: string; name: string };

type Props = {
  value: string | null;
  onChange: (agent: string | null) => void;
  /** An agent who stands already, also when no longer enabled. */
  present?: Named | null | undefined;
  clearable?: boolean;
  description?: string | undefined;
  error?: string | undefined;
};

/** Chooses among the enabled agents; one who was chosen stays to be seen when no longer enabled. */
export const AgentSelect = ({ value, onChange, present, clearable, description, error }: Props) => {
  const { data, isError } = useQuery(agentsQuery);
  const agents: Named[] = (data?.data ?? [])
    .filter((agent) => agent.enabled || agent._id === value)
    .map(({ _id, name, email }) => ({ _id, name: name || email }));
  if (present && !agents.some((agent) => agent._id === present._id)) agents.unshift(present);
  return (
    <Select
      openOnFocus={false}
      label="Agent"
      placeholder="No agent"
      data={agents.map((agent) => ({ value: agent._id, label: agent.name || '–' }))}
      value={value}
      onChange={onChange}
      searchable
      clearable={clearable ?? false}
      clearButtonProps={{ 'aria-label': 'Clear Agent' }}
      nothingFoundMessage={isError ? 'The agents could not be loaded' : 'No agent found'}
      description={description}
      error={error}
    />
  );
};
