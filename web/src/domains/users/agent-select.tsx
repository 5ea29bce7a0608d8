import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Named } from '../../kit/form/field.ts';
import { agentsQuery } from './users.api.ts';

type Props = {
  label?: string;
  placeholder?: string;
  required?: boolean;
  value: Named | null;
  onChange: (agent: Named | null) => void;
  clearable?: boolean;
  description?: string | undefined;
  error?: string | undefined;
};

/** Chooses an enabled agent; a disabled agent stays visible if already selected. */
export const AgentSelect = ({ value, onChange, clearable, ...input }: Props) => {
  const { label = 'Agent', placeholder = 'No agent', required = false } = input;
  const { data, isError } = useQuery(agentsQuery);
  const agents: Named[] = (data?.data ?? [])
    .filter((agent) => agent.enabled || agent._id === value?._id)
    .map(({ _id, name, email }) => ({ _id, name: name || email }));
  if (value && !agents.some((agent) => agent._id === value._id)) agents.unshift(value);
  return (
    <Select
      openOnFocus={false}
      label={label}
      placeholder={placeholder}
      required={required}
      data={agents.map((agent) => ({ value: agent._id, label: agent.name || '–' }))}
      value={value?._id ?? null}
      onChange={(id) => onChange(agents.find((agent) => agent._id === id) ?? null)}
      searchable
      clearable={clearable ?? false}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage={isError ? 'The agents could not be loaded' : 'No agent found'}
      description={input.description}
      error={input.error}
    />
  );
};
