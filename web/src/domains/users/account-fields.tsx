import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  isStaffRole,
  staffRoles,
  type UserType,
} from '@staffroom/contract/domains/identity/permissions.ts';
import type { Named } from '../../kit/form/field.ts';
import type { FormPart, InputProps } from '../../kit/form/use-form-state.ts';
import { formatCount } from '../../lib/formats.ts';
import {
  grantableRoutes,
  screenChoices,
  settingsShown,
  type accountFields,
} from './account.form.ts';
import { agentsByTerm, studentsOfSource } from './staff.api.ts';
import styles from './user-form.module.css';

type Props = {
  /** The account's own type: the role that counts unless `acts_as` says another. */
  type: UserType;
  form: FormPart<typeof accountFields>;
};

/** Whether an account is open, and what it may beyond its role; for an Admin (decisions: Roles). */
export const AccountFields = ({ type, form }: Props) => {
  const { field, values } = form;
  const shown = settingsShown(type, values);
  const grantable = grantableRoutes(type, values);
  return (
    <div className={styles.account}>
      <Checkbox
        {...field('enabled')}
        description="Disabling ends this person’s sessions at once and refuses their sign-in."
      />
      <Select
        {...field('acts_as')}
        placeholder={isStaffRole(type) ? `${type}, its own role` : 'Its own role'}
        description="Every check counts this role instead. Changing it ends this person’s sessions."
        data={staffRoles.filter((role) => role !== type)}
      />
      <MultiSelect
        {...field('extra_routes')}
        placeholder={values.extra_routes.length > 0 ? '' : 'No screen beyond its role'}
        description="A screen brings no act with it: what may be done there follows the role."
        data={screenChoices.filter(({ value }) => grantable.includes(value))}
        searchable
        nothingFoundMessage="No other screen"
      />
      {shown.leadSourceScope && <LeadSourceInput {...field('lead_source_scope')} />}
      {shown.orderAgents && <AgentsInput {...field('order_agents')} />}
      {shown.seesOrderId && (
        <Checkbox {...field('sees_order_id')} description="The id stands on each order’s card." />
      )}
    </div>
  );
};

/** Milliseconds of rest after which what is typed counts as written to its end. */
const debounceMs = 400;

/** Tells how many students the lead source has, so that a slip of the pen shows. */
const LeadSourceInput = (props: InputProps<string, object>) => {
  const [source] = useDebouncedValue(props.value.trim(), debounceMs);
  const { data } = useQuery({ ...studentsOfSource(source), enabled: source !== '' });
  const count = source === '' ? undefined : data?.count;
  return (
    <TextInput
      {...props}
      description={
        count === undefined
          ? 'A Partner sees only students of this lead source; without one it sees none.'
          : `${formatCount(count, 'student has', 'students have')} this lead source now; a Partner sees only these.`
      }
    />
  );
};

/** The agents whose orders an agent also sees, found by name or e-mail. */
const AgentsInput = ({ value, onChange, ...input }: InputProps<Named[], object>) => {
  const [typed, setTyped] = useState('');
  const [term] = useDebouncedValue(typed.trim(), debounceMs);
  const { data, isError, isFetching } = useQuery(agentsByTerm(term));
  const found = (data?.data ?? []).map(({ _id, name, email }) => ({ _id, name: name || email }));
  const known = new Map([...found, ...value].map((agent) => [agent._id, agent]));
  return (
    <MultiSelect
      {...input}
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
    />
  );
};

const emptyWords = (isError: boolean, isFetching: boolean) => {
  if (isError) return 'The agents could not be loaded';
  return isFetching ? 'Looking for agents' : 'No agent found';
};
