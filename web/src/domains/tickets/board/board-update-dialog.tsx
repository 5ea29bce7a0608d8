import { Select, Textarea } from '@mantine/core';
import type { TicketDetail } from '@staffroom/contract/domains/tickets/ticket.schema.ts';
import type { TicketType } from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { DayInput } from '../../../kit/form/day-input.tsx';
import { ActDialog } from '../../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../../kit/form/use-form-state.ts';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { ticketForms } from '../ticket.form.ts';
import { nameOf } from '../ticket-words.ts';
import type { BoardAct } from './use-board-moves.ts';

type Props = { act: BoardAct | null; type: TicketType; onClose: () => void };

/** The update of a card's ticket: where it was dropped says the status, its person the remark. */
export const BoardUpdateDialog = ({ act, ...props }: Props) => (
  <FreshForm record={act && { ...act, _id: `${act.kind} ${act.ticket._id}` }}>
    {(shown, opened) => <Update {...props} act={shown} opened={opened} />}
  </FreshForm>
);

type UpdateProps = Omit<Props, 'act'> & { act: BoardAct; opened: boolean };

const Update = ({ act: { kind, ticket, statuses }, type, ...dialog }: UpdateProps) => {
  const [first = '', ...others] = statuses;
  const form = useFormState(ticketForms[type][kind], {
    ...dialog,
    // Of what only the whole ticket has, an update writes nothing.
    record: ticket as TicketDetail,
    ...(kind === 'move' && { initial: { status: others.length === 0 ? first : '' } }),
    done: 'Ticket updated',
    gone: 'This ticket is no longer there',
  });
  return (
    <ActDialog title="Update ticket" form={form} actLabel="Update">
      <p>
        <strong>{nameOf(ticket)}</strong>, {ticket.class.name}
      </p>
      <Select
        {...form.field('status')}
        data={[...statuses]}
        value={form.values.status || null}
        placeholder={ticket.status}
      />
      <DayInput {...form.field('next_action_date')} />
      <Textarea {...form.field('remark')} autosize minRows={2} maxRows={8} data-autofocus />
    </ActDialog>
  );
};
