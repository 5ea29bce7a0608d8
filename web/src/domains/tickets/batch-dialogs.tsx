import { Select, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { BatchAnswer } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import {
  remarkProblem,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { formatCount } from '../../lib/formats.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { AgentSelect } from '../users/agent-select.tsx';
import type { ActName, BatchAct } from './batch-bar.tsx';
import { choosable, ticketForms } from './ticket.form.ts';
import { changedWords, nameOf, resultOf, type BatchResult } from './ticket-words.ts';

type Props = {
  open: BatchAct | null;
  type: TicketType;
  onClose: () => void;
  onDone: (result: BatchResult) => void;
};

/** One change for several tickets. Each is saved separately; failures are listed (decisions: Tickets). */
export const BatchDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open && { ...open, _id: open.act }}>
    {({ act, tickets }, opened) => {
      const Dialog = dialogs[act];
      return <Dialog {...props} tickets={tickets} opened={opened} />;
    }}
  </FreshForm>
);

type DialogProps = Omit<Props, 'open'> & { tickets: readonly Ticket[]; opened: boolean };

/** Form options shared by all batch actions. */
const batchOf = ({ tickets, opened, onClose, onDone }: DialogProps) => {
  const resultIn = (answer: unknown) => resultOf(tickets, answer as BatchAnswer[]);
  return {
    opened,
    onClose,
    also: { tickets: tickets.map(({ _id, version }) => ({ _id, version })) },
    done: (answer: unknown) => changedWords(resultIn(answer)),
    onSaved: (answer: unknown) => onDone(resultIn(answer)),
  };
};

/** Shows the first names and the number of others. */
const mostNames = 3;
const aboutOf = (tickets: readonly Ticket[]) => {
  const names = tickets.slice(0, mostNames).map(nameOf);
  const more = tickets.length - names.length;
  return (
    <p>
      <strong>{formatCount(tickets.length, 'ticket')}</strong>: {names.join(', ')}
      {more > 0 && ` and ${more} more`}.
    </p>
  );
};

const AssignDialog = (props: DialogProps) => {
  const form = useFormState(ticketForms[props.type].assign, batchOf(props));
  return (
    <ActDialog title="Assign tickets" form={form} actLabel="Assign">
      {aboutOf(props.tickets)}
      <AgentSelect {...form.field('handled_by')} placeholder="Unassigned" />
    </ActDialog>
  );
};

const LeadSourceDialog = (props: DialogProps) => {
  const form = useFormState(ticketForms[props.type].leadSource, batchOf(props));
  return (
    <ActDialog title="Change lead sources" form={form} actLabel="Save">
      {aboutOf(props.tickets)}
      <Select {...form.field('lead_source')} data-autofocus />
    </ActDialog>
  );
};

const StatusDialog = (props: DialogProps) => {
  const form = useFormState(ticketForms[props.type].status, batchOf(props));
  const { status, remark, next_action_date: followed } = form.values;
  const needsRemark = remarkProblem(
    {
      status: (status || undefined) as TicketStatus | undefined,
      next_action_date: followed || undefined,
    },
    { several: true },
  );
  return (
    <ActDialog title="Update tickets" form={form} actLabel="Update tickets">
      {aboutOf(props.tickets)}
      <Select
        {...form.field('status')}
        data={[...choosable[props.type].statuses]}
        value={status || null}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Status' }}
        data-autofocus
      />
      <DayInput {...form.field('next_action_date')} />
      <Textarea
        {...form.field('remark')}
        required={needsRemark !== undefined}
        description={remark === '' && needsRemark === undefined && status !== '' && optional}
      />
    </ActDialog>
  );
};

const optional = 'A remark is optional for a result.';

const CancelDialog = (props: DialogProps) => {
  const form = useFormState(ticketForms[props.type].cancel, batchOf(props));
  return (
    <ActDialog
      title="Cancel tickets"
      form={form}
      actLabel="Cancel tickets"
      cancelLabel="Keep tickets"
      danger
    >
      {aboutOf(props.tickets)}
      <Textarea {...form.field('remark')} data-autofocus />
    </ActDialog>
  );
};

const dialogs: Record<ActName, (props: DialogProps) => ReactNode> = {
  Assign: AssignDialog,
  'Lead source': LeadSourceDialog,
  Status: StatusDialog,
  Cancel: CancelDialog,
};
