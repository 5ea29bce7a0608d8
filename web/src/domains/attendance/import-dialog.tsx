import { useId, useState } from 'react';
import {
  otherMeetingProblem,
  readAttendanceFile,
} from 'staffroom-contract/domains/attendance/attendance-file.rules.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { useImportAttendance } from './attendance.api.ts';
import styles from './live-lesson.module.css';

/** A lesson or a live session; its times identify a matching file. */
type Held = { _id: string; scheduled_on: string; ended_on: string };

type Save = (input: {
  params: { id: string };
  body: { file_name: string; rows: string[][] };
}) => Promise<{ data: { added: number; known: number; outside: number; unmatched: number } }>;

/** The mutation that sends the file. */
type Saving = {
  mutateAsync: Save;
  reset: () => void;
  isError: boolean;
  isPending: boolean;
  error: unknown;
};

type Props = { open: Held | null; onClose: () => void; useSaving?: () => Saving };

/** Imports a participant file of Zoom or ClickMeeting after showing a summary. */
export const ImportDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Import lesson={shown} opened={opened} {...props} />}
  </FreshForm>
);

type Chosen = { name: string; rows: string[][]; problem?: string; about?: string };

const Import = ({
  lesson,
  opened,
  onClose,
  useSaving = useImportAttendance,
}: Omit<Props, 'open'> & { lesson: Held; opened: boolean }) => {
  const id = useId();
  const { business_time_zone: zone } = useSettings();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const saving = useSaving();
  const choose = async (file: File) => {
    saving.reset();
    setChosen(await readFile(file, lesson, zone));
  };
  const send = async () => {
    if (!chosen || chosen.problem !== undefined) return;
    try {
      const { data } = await saving.mutateAsync({
        params: { id: lesson._id },
        body: { file_name: chosen.name, rows: chosen.rows },
      });
      const known = data.known > 0 ? `, ${data.known} known already` : '';
      const outside = data.outside > 0 ? `, ${data.outside} outside the lesson` : '';
      const unmatched = data.unmatched > 0 ? `, ${data.unmatched} not matched` : '';
      showSnackbar(`${formatCount(data.added, 'row')} imported${known}${outside}${unmatched}`);
      onClose();
    } catch {
      // The dialog shows the error; the file stays selected.
    }
  };
  const problem = chosen?.problem ?? (saving.isError ? sentenceOf(saving.error) : undefined);
  return (
    <Dialog
      title="Import CSV"
      opened={opened}
      onClose={onClose}
      busy={saving.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      primary={
        <PrimaryButton
          busy={saving.isPending}
          disabled={chosen === null || chosen.problem !== undefined}
        >
          Import
        </PrimaryButton>
      }
    >
      <p>
        Zoom’s participant or attendee report, or ClickMeeting’s attendees. Students are matched by
        e-mail; the others are listed. Importing a file again adds nothing, and an import can be
        undone.
      </p>
      <label className={styles.fileLabel} htmlFor={id}>
        Participant file
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        className={styles.file}
        data-autofocus
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void choose(file);
        }}
      />
      {chosen?.about && !problem && <p role="status">{chosen.about}</p>}
      {problem !== undefined && (
        <Banner tone="negative" title={problem}>
          Nothing was imported.
        </Banner>
      )}
    </Dialog>
  );
};

const mostBytes = 2_000_000;

/** Reads a file's cells and checks them; the server checks them again. */
const readFile = async (file: File, lesson: Held, zone: string): Promise<Chosen> => {
  const wrong = (problem: string): Chosen => ({ name: file.name, rows: [], problem });
  if (file.size > mostBytes) return wrong('The file is larger than 2 MB.');
  const { readParticipantRows } = await import('./participant-rows.ts');
  let text: string;
  try {
    text = await file.text();
  } catch {
    return wrong('The file could not be read. Is it still there?');
  }
  const cells = readParticipantRows(text);
  if ('problem' in cells) return wrong(cells.problem);
  const { rows } = cells;
  const read = readAttendanceFile(rows, { timeZone: zone, near: lesson.scheduled_on });
  if ('problem' in read) return wrong(read.problem);
  const other = otherMeetingProblem(read, { ...lesson, meeting: null });
  if (other !== undefined) return wrong(other);
  const service = read.source === 'zoom' ? 'Zoom' : 'ClickMeeting';
  return {
    name: file.name,
    rows,
    about: `${formatCount(read.stays.length, 'row')} of ${service}.${leftOutWords(read.left_out)}`,
  };
};

/** Rows left out: people in the waiting room only, and people who did not attend. */
const leftOutWords = ({ waiting, absent }: { waiting: number; absent: number }) => {
  const words = [
    ...(waiting > 0 ? [`${waiting} in the waiting room only`] : []),
    ...(absent > 0 ? [`${absent} who did not attend`] : []),
  ];
  return words.length === 0 ? '' : ` Left out: ${words.join(', ')}.`;
};
