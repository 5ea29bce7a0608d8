import { Select, TextInput, Textarea } from '@mantine/core';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { Form } from '../../kit/form/define-form.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { AgentSelect } from '../users/agent-select.tsx';
import { ReminderDialog } from './reminder-dialog.tsx';
import { ticketForms } from './ticket.form.ts';
import { nameOf } from './ticket-words.ts';

/** An action with the ticket as it was when it started. */
export type TicketAct = { name: keyof typeof parts | 'Reminder'; ticket: TicketDetail };

type Props = {
  open: TicketAct | null;
  type: TicketType;
  onClose: () => void;
  onSaved: (saved: TicketDetail) => void;
  /** Called when a reminder was marked as sent. */
  onSent: () => void;
};

/** The small dialogs of a ticket, one per action (part 2 §4). */
export const TicketActDialogs = ({ open, onSent, ...props }: Props) => {
  const isReminder = open?.name === 'Reminder';
  return (
    <>
      <FreshForm
        record={open && !isReminder ? { ...open, _id: `${open.name} ${open.ticket._id}` } : null}
      >
        {({ name, ticket }, opened) => {
          const Dialog = name === 'Reminder' ? undefined : parts[name];
          return Dialog && <Dialog {...props} ticket={ticket} opened={opened} />;
        }}
      </FreshForm>
      <ReminderDialog
        open={isReminder ? open.ticket : null}
        onClose={props.onClose}
        onSent={onSent}
      />
    </>
  );
};

type DialogProps = Omit<Props, 'open' | 'onSent'> & { ticket: TicketDetail; opened: boolean };

const aboutOf = (ticket: TicketDetail) => (
  <p>
    <strong>{nameOf(ticket)}</strong>, {ticket.class.name}
  </p>
);

const gone = 'This ticket no longer exists';

const AssignDialog = ({ type, ticket, ...dialog }: DialogProps) => {
  const form = useFormState(ticketForms[type].assign, {
    ...dialog,
    record: ticket,
    done: 'Ticket assigned',
    gone,
  });
  return (
    <ActDialog title="Assign ticket" form={form} actLabel="Assign">
      {aboutOf(ticket)}
      <AgentSelect {...form.field('handled_by')} placeholder="Unassigned" />
    </ActDialog>
  );
};

const LeadSourceDialog = ({ type, ticket, ...dialog }: DialogProps) => {
  const form = useFormState(ticketForms[type].leadSource, {
    ...dialog,
    record: ticket,
    done: 'Lead source changed',
    gone,
  });
  return (
    <ActDialog title="Change lead source" form={form} actLabel="Save">
      {aboutOf(ticket)}
      <Select {...form.field('lead_source')} data-autofocus />
    </ActDialog>
  );
};

const CancelDialog = ({ type, ticket, ...dialog }: DialogProps) => {
  const form = useFormState(ticketForms[type].cancel, {
    ...dialog,
    record: ticket,
    done: 'Ticket cancelled',
    gone,
  });
  return (
    <ActDialog
      title="Cancel ticket"
      form={form}
      actLabel="Cancel ticket"
      cancelLabel="Keep ticket"
      danger
    >
      {aboutOf(ticket)}
      <Textarea {...form.field('remark')} data-autofocus />
    </ActDialog>
  );
};

type StudentForm = Form<
  NonNullable<(typeof ticketForms)['TrialConversion']['student']['kinds']>,
  TicketDetail['student']
>;

const StudentDialog = ({ type, ticket, onSaved, ...dialog }: DialogProps) => {
  // The form edits the student; the API returns the student inside the ticket.
  const form = useFormState(ticketForms[type].student as unknown as StudentForm, {
    ...dialog,
    record: ticket.student,
    params: { id: ticket._id },
    done: 'Student updated',
    gone,
    onSaved: (saved) => onSaved(saved as unknown as TicketDetail),
  });
  return (
    <ActDialog title="Update student" form={form} actLabel="Update student" size={560}>
      <p>Empty fields are not changed.</p>
      <Select {...form.field('gender')} clearable={false} allowDeselect={false} />
      <TextInput {...form.field('school')} />
      <TextInput {...form.field('first_language')} />
      <RichTextEditor {...form.field('background')} />
    </ActDialog>
  );
};

const CommentDialog = ({ type, ticket, ...dialog }: DialogProps) => {
  const form = useFormState(ticketForms[type].comment, {
    ...dialog,
    record: ticket,
    done: 'Tutor comment saved',
    gone,
  });
  return (
    <ActDialog title="Tutor comment" form={form} actLabel="Save">
      {aboutOf(ticket)}
      <Textarea {...form.field('tutor_comment')} minRows={4} data-autofocus />
    </ActDialog>
  );
};

const parts = {
  Assign: AssignDialog,
  'Lead source': LeadSourceDialog,
  'Cancel ticket': CancelDialog,
  'Update student': StudentDialog,
  'Tutor comment': CommentDialog,
};
