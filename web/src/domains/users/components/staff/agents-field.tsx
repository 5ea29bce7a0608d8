import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentsByTerm } from '../../staff.api.ts';
import type { AccountValues } from './account.ts';

type Agents = AccountValues['order_agents'];

type Props = {
  value: Agents;
  onChange: (agents: Agents) => void;
  error: string | undefined;
};

/** Milliseconds of rest after which agents are looked for. */
const patience = 250;

/** The agents whose orders an agent also sees, found by name or e-mail. */
export const AgentsField = ({ value, onChange, error }: Props) => {
  const [typed, setTyped] = useState('');
  const [term] = useDebouncedValue(typed.trim(), patience);
  const { data, isError, isFetching } = useQuery(agentsByTerm(term));
  const found = (data?.data ?? []).map(({ _id, name, email }) => ({ _id, name: name || email }));
  const known = new Map([...found, ...value].map((agent) => [agent._id, agent]));
  return (
    <MultiSelect
      label="Also sees the orders of"
      placeholder={value.length > 0 ? '' : 'Only its own orders'}
      description="Type a name or an e-mail address to find more agents."
      data={[...known.values()].map(({ _id, name }) => ({ value: _id, label: name || '–' }))}
      // The server has searched already.
      filter={({ options }) => options}
      value={value.map((agent) => agent._id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      hidePickedOptions
      nothingFoundMessage={emptyWords(isError, isFetching)}
      error={error}
    />
  );
};

const emptyWords = (isError: boolean, isFetching: boolean) => {
  if (isError) return 'The agents could not be loaded';
  return isFetching ? 'Looking for agents' : 'No agent found';
};
