import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  isStaffRole,
  staffRoles,
  type UserType,
} from '@staffroom/contract/domains/identity/permissions.ts';
import { formatCount } from '../../../../lib/formats.ts';
import type { FormProblems } from '../../../../lib/form-problems.ts';
import { screenNames } from '../../../identity/role-words.ts';
import { studentsOfSource } from '../../staff.api.ts';
import {
  grantableRoutes,
  settingsShown,
  type AccountPlace,
  type AccountValues,
} from './account.ts';
import styles from './account-fields.module.css';
import { AgentsField } from './agents-field.tsx';

type Props = {
  /** The account's own type: the role that counts unless `acts_as` says another. */
  type: UserType;
  values: AccountValues;
  set: (changes: Partial<AccountValues>) => void;
  problems: FormProblems<AccountPlace>;
};

/** Whether an account is open, and what it may beyond its role; for an Admin (decisions: Roles). */
export const AccountFields = ({ type, values, set, problems }: Props) => {
  const shown = settingsShown(type, values);
  return (
    <div className={styles.fields}>
      <Checkbox
        label="Enabled"
        description="Disabling ends this person’s sessions at once and refuses their sign-in."
        checked={values.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
        error={problems.enabled}
      />
      <Select
        label="Treat this account as"
        placeholder={isStaffRole(type) ? `${type}, its own role` : 'Its own role'}
        description="Every check counts this role instead. Changing it ends this person’s sessions."
        data={staffRoles.filter((role) => role !== type)}
        value={values.acts_as}
        onChange={(role) => set({ acts_as: role })}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Treat this account as' }}
        error={problems['account.acts_as']}
      />
      <MultiSelect
        label="Also opens"
        placeholder={values.extra_routes.length > 0 ? '' : 'No screen beyond its role'}
        description="A screen brings no act with it: what may be done there follows the role."
        data={grantableRoutes(type, values).map((route) => ({
          value: route,
          label: `${screenNames[route]} (${route})`,
        }))}
        value={values.extra_routes}
        onChange={(routes) => set({ extra_routes: routes })}
        searchable
        nothingFoundMessage="No other screen"
        error={problems['account.extra_routes']}
      />
      {shown.leadSourceScope && (
        <LeadSourceField
          value={values.lead_source_scope}
          onChange={(scope) => set({ lead_source_scope: scope })}
          error={problems['account.lead_source_scope']}
        />
      )}
      {shown.orderAgents && (
        <AgentsField
          value={values.order_agents}
          onChange={(agents) => set({ order_agents: agents })}
          error={problems['account.order_agents']}
        />
      )}
      {shown.seesOrderId && (
        <Checkbox
          label="Sees order ids"
          description="The id stands on each order’s card."
          checked={values.sees_order_id}
          onChange={(event) => set({ sees_order_id: event.currentTarget.checked })}
          error={problems['account.sees_order_id']}
        />
      )}
    </div>
  );
};

/** Milliseconds of rest after which a lead source counts as written to its end. */
const patience = 400;

/** Tells how many students the lead source has, so that a slip of the pen shows. */
const LeadSourceField = ({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) => {
  const [source] = useDebouncedValue(value.trim(), patience);
  const { data } = useQuery({ ...studentsOfSource(source), enabled: source !== '' });
  const count = source === '' ? undefined : data?.count;
  return (
    <TextInput
      label="Lead source"
      description={
        count === undefined
          ? 'A Partner sees only students of this lead source; without one it sees none.'
          : `${formatCount(count, 'student has', 'students have')} this lead source now; a Partner sees only these.`
      }
      maxLength={80}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
};
