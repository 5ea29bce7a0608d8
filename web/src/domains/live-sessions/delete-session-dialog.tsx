import { Button } from '@mantine/core';
import { deleteLiveSession } from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import type { LiveSession } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { errorCatalogue } from 'staffroom-contract/shared/errors.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';

const deleteForm = defineForm({
  noun: 'TLS session',
  create: deleteLiveSession,
  refreshes: ['live-sessions'],
  fields: {},
});

type Props = {
  open: LiveSession | null;
  onClose: () => void;
  onAttendees: (sessionId: string) => void;
};

/** Deletes a session, or explains why it cannot be deleted (part 2 §5, TLS delete). */
export const DeleteSessionDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Asked session={shown} opened={opened} {...props} />}
  </FreshForm>
);

type AskedProps = Omit<Props, 'open'> & { session: LiveSession; opened: boolean };

const Asked = ({ session, onAttendees, ...dialog }: AskedProps) => {
  const formats = useFormats();
  const form = useFormState(deleteForm, {
    ...dialog,
    params: { id: session._id },
    done: `${session.name} deleted`,
    gone: 'This session no longer exists',
  });
  const { error } = form;
  const isRefused = error instanceof ApiError && error.has('live_session_attended');
  if (session.attendee_count > 0 || isRefused)
    return <Refused {...dialog} onAttendees={() => onAttendees(session._id)} />;
  return (
    <ActDialog title="Delete live session" form={form} actLabel="Delete" danger>
      <p>
        <strong>{session.name}</strong>, {formats.dateTime(session.scheduled_on)}, will be deleted
        with its cover. It has no sign-ups.
      </p>
    </ActDialog>
  );
};

const Refused = ({
  onAttendees,
  ...dialog
}: {
  opened: boolean;
  onClose: () => void;
  onAttendees: () => void;
}) => (
  <Dialog
    title="Unable to delete"
    {...dialog}
    cancelLabel="Close"
    cancelFocused
    primary={<Button onClick={onAttendees}>Attendee list</Button>}
  >
    <p>{errorCatalogue.live_session_attended[1]}</p>
  </Dialog>
);
