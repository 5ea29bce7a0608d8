import { Group, Select, Textarea } from '@mantine/core';
import { nextWorkingDay } from 'staffroom-contract/domains/lessons/holidays.ts';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { isClosed, type TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { DayInput } from '../../../kit/form/day-input.tsx';
import { ActDialog } from '../../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../../kit/form/use-form-state.ts';
import { useToday } from '../../../lib/settings.ts';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { FollowUpPicks } from '../../../ui/follow-up-picks.tsx';
import { ticketForms } from '../ticket.form.ts';
import { nameOf } from '../ticket-words.ts';
import type { BoardAct } from './use-board-moves.ts';

type Props = { act: BoardAct | null; type: TicketType; onClose: () => void };

/** Update of a card's ticket: the drop sets the status, the user adds the remark. */
export const BoardUpdateDialog = ({ act, ...props }: Props) => (
  <FreshForm record={act && { ...act, _id: `${act.kind} ${act.ticket._id}` }}>
    {(shown, opened) => <Update {...props} act={shown} opened={opened} />}
  </FreshForm>
);

type UpdateProps = Omit<Props, 'act'> & { act: BoardAct; opened: boolean };

const Update = ({ act: { kind, ticket, statuses }, type, ...dialog }: UpdateProps) => {
  const [first = '', ...others] = statuses;
  const today = useToday();
  const form = useFormState(ticketForms[type][kind], {
    ...dialog,
    // An update writes no field that only the full ticket has.
    record: ticket as TicketDetail,
    ...(kind === 'move' && {
      initial: {
        status: others.length === 0 ? first : '',
        // Default follow-up date after a move: the next working day.
        ...(!statuses.every(isClosed) && { next_action_date: nextWorkingDay(today) }),
      },
    }),
    done: 'Ticket updated',
    gone: 'This ticket no longer exists',
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
      <Group gap="xs">
        <FollowUpPicks onPick={(day) => form.set({ next_action_date: day })} />
      </Group>
      <Textarea {...form.field('remark')} autosize minRows={2} maxRows={8} data-autofocus />
    </ActDialog>
  );
};
