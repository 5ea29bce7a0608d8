import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconFileTypeCsv } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  listAttendanceImports,
  type AttendingStudent,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useSettings } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import {
  attendanceQuery,
  useAssignAttendee,
  useImportAttendance,
  useUndoImport,
} from './attendance.api.ts';
import { ImportChanges } from './import-changes.tsx';
import { ImportMatching } from './import-matching.tsx';
import { previewOf, type FilePerson } from './import-preview.ts';
import { bodyOfMatch } from './match-dialog.tsx';
import { readParticipantFile, type Held, type ParticipantFile } from './participant-file.ts';

type Result = { added: number; known: number; outside: number; unmatched: number };

type Save = (input: {
  params: { id: string };
  body: { file_name: string; rows: string[][] };
}) => Promise<{ data: Result }>;

/** The mutation that sends the file. */
type Saving = {
  mutateAsync: Save;
  reset: () => void;
  isError: boolean;
  isPending: boolean;
  error: unknown;
};

type Props = {
  open: Held | null;
  /** The lesson with its teachers, to match people before the import; not known for a live session. */
  lesson?: Lesson;
  onClose: () => void;
  useSaving?: () => Saving;
};

/** Imports a participant file of Zoom or ClickMeeting: file, matches with what will change, result with an undo. */
export const ImportDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Import held={shown} opened={opened} {...props} />}
  </FreshForm>
);

const Import = ({
  held,
  lesson,
  opened,
  onClose,
  useSaving = useImportAttendance,
}: Omit<Props, 'open'> & { held: Held; opened: boolean }) => {
  const { business_time_zone: zone } = useSettings();
  const [chosen, setChosen] = useState<ParticipantFile | null>(null);
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map());
  const [result, setResult] = useState<Result | null>(null);
  const saving = useSaving();
  const match = useMatching(lesson);
  const attendance = useQuery({ ...attendanceQuery(held._id), enabled: lesson !== undefined });
  const known = attendance.data?.data;
  const file = chosen?.problem === undefined ? chosen : null;
  const preview =
    file && known && previewOf(file.people, known, { lesson: held, now: known.now, choices });
  const body = useFirstFocus(file !== null && (lesson === undefined || known !== undefined));

  const choose = async (next: File) => {
    saving.reset();
    setChoices(new Map());
    setChosen(await readParticipantFile(next, held, zone));
  };
  const send = async () => {
    if (!file) return;
    try {
      const { data } = await saving.mutateAsync({
        params: { id: held._id },
        body: { file_name: file.name, rows: file.rows },
      });
      // The rows are imported, whether or not the matches can be saved.
      const matched = await match(file.people, choices).catch(() => 0);
      setResult({ ...data, unmatched: Math.max(0, data.unmatched - matched) });
    } catch {
      // The dialog shows the error; the file stays selected.
    }
  };
  const problem = chosen?.problem ?? (saving.isError ? sentenceOf(saving.error) : undefined);
  const unmatched = preview?.people.filter((person) => person.match === null).length ?? 0;
  return (
    <Dialog
      title="Import CSV"
      size={960}
      opened={opened}
      onClose={onClose}
      busy={saving.isPending}
      {...(!result && {
        onSubmit: () => void send(),
        footerStart:
          preview &&
          `${preview.people.length - unmatched} of ${formatCount(preview.people.length, 'person', 'people')} matched.${unmatched > 0 ? ' The others can be matched later.' : ''}`,
        primary: (
          <PrimaryButton busy={saving.isPending} disabled={!file} keys="Ctrl ↵">
            Import
          </PrimaryButton>
        ),
      })}
    >
      <Stack ref={body}>
        <Stepper steps={['File', 'Match', 'Result']} current={result ? 2 : file ? 1 : 0} />
        {!file && (
          <>
            <p>
              Zoom’s participant or attendee report, or ClickMeeting’s attendees. Students are
              matched by e-mail; the others are listed. Importing a file again adds nothing, and an
              import can be undone.
            </p>
            <DropZone
              label="Participant file"
              accept=".csv,text/csv"
              invitation="Drop the participant file here or choose it"
              hint="CSV, up to 5,000 rows and 2 MB"
              invalid={problem !== undefined}
              onFile={(next) => void choose(next)}
            />
          </>
        )}
        {problem !== undefined && (
          <Banner tone="negative" title={problem}>
            Nothing was imported.
          </Banner>
        )}
        {file && !result && (
          <FileBar file={file}>
            <Button size="xs" variant="subtle" onClick={() => setChosen(null)}>
              Choose another file
            </Button>
          </FileBar>
        )}
        {file && result && (
          <Imported
            result={result}
            name={file.name}
            lessonId={lesson?._id}
            onClose={onClose}
            students={known?.students}
          />
        )}
        {file && !result && (
          <ImportMatching
            people={preview?.people ?? file.people.map((each) => ({ ...each, match: null }))}
            students={preview?.students}
            known={known?.students}
            lesson={lesson}
            onChoose={(key, value) => {
              const next = new Map(choices);
              if (value === null) next.delete(key);
              else next.set(key, value);
              setChoices(next);
            }}
            choices={choices}
          />
        )}
      </Stack>
    </Dialog>
  );
};

/** Focuses the first match to choose, else the primary button, once the file is read. */
const useFirstFocus = (isRead: boolean) => {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isRead) return;
    const first = body.current?.querySelector<HTMLElement>('td input');
    const primary = body.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]');
    (first ?? primary)?.focus();
  }, [isRead]);
  return body;
};

/** Saves the chosen matches after the import; resolves to how many were saved. */
const useMatching = (lesson: Lesson | undefined) => {
  const queryClient = useQueryClient();
  const assign = useAssignAttendee();
  return async (people: readonly FilePerson[], choices: ReadonlyMap<string, string>) => {
    if (!lesson || choices.size === 0) return 0;
    const query = { ...attendanceQuery(lesson._id), staleTime: 0 };
    const { attendees } = (await queryClient.fetchQuery(query)).data;
    let saved = 0;
    for (const { key, name, email } of people) {
      const value = choices.get(key);
      const attendee = attendees.find(
        (each) =>
          each.as === 'unmatched' &&
          (email === '' ? each.name === name : each.email.toLowerCase() === email.toLowerCase()),
      );
      if (value === undefined || !attendee) continue;
      try {
        await assign.mutateAsync({
          params: { id: lesson._id, attendeeId: attendee._id },
          body: { before: null, ...bodyOfMatch(value) },
        });
        saved += 1;
      } catch {
        // The attendee stays in the list of those not matched.
      }
    }
    return saved;
  };
};

const FileBar = ({ file, children }: { file: ParticipantFile; children: ReactNode }) => (
  <Group gap="md">
    <IconFileTypeCsv size={24} stroke={1.5} aria-hidden="true" />
    <Stack gap={0} flex={1} miw={0}>
      <Text truncate variant="strong" c="bright" title={file.name}>
        {file.name}
      </Text>
      <Flex columnGap="md" wrap="wrap" variant="meta" c="secondary">
        <span role="status">{file.about}</span>
        <Group gap="xs" c="positive">
          <IconCircleCheck size={14} stroke={1.9} aria-hidden="true" />
          Its times match
        </Group>
      </Flex>
    </Stack>
    {children}
  </Group>
);

type ImportedProps = {
  result: Result;
  name: string;
  /** undefined for a live session, whose imports cannot be undone. */
  lessonId: string | undefined;
  students: readonly AttendingStudent[] | undefined;
  onClose: () => void;
};

const wordsOf = ({ added, known, outside, unmatched }: Result) =>
  [
    `${formatCount(added, 'row')} imported`,
    ...(known > 0 ? [`${known} known already`] : []),
    ...(outside > 0 ? [`${outside} outside the lesson`] : []),
    ...(unmatched > 0 ? [`${unmatched} not matched`] : []),
  ].join(', ');

/** The result of the import, with an undo. */
const Imported = ({ result, name, lessonId, students, onClose }: ImportedProps) => {
  const undo = useUndo(lessonId, name, onClose);
  return (
    <>
      <Banner tone="positive" title={wordsOf(result)}>
        {name}
      </Banner>
      {undo.problem !== null && <Banner tone="negative" title={undo.problem} />}
      {students && (
        <div>
          <ImportChanges students={students} />
        </div>
      )}
      <Group justify="flex-end">
        {lessonId !== undefined && result.added > 0 && (
          <Button
            leftSection={<IconArrowBackUp size={17} stroke={1.7} />}
            loading={undo.isPending}
            onClick={() => void undo.run()}
          >
            Undo import
          </Button>
        )}
        <PrimaryButton focused onClick={onClose}>
          Done
        </PrimaryButton>
      </Group>
    </>
  );
};

/** Undoes the latest import of this file. */
const useUndo = (lessonId: string | undefined, name: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useUndoImport();
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    if (lessonId === undefined) return;
    setProblem(null);
    try {
      const params = { id: lessonId };
      const query = { ...operationQuery(listAttendanceImports, { params }), staleTime: 0 };
      const { data } = await queryClient.fetchQuery(query);
      const latest = data.find((each) => each.file_name === name && each.undone === null);
      if (latest) await mutateAsync({ params: { ...params, importId: latest._id } });
      showSnackbar(`Import of ${name} undone`);
      onDone();
    } catch (error) {
      setProblem(`The import was not undone. ${sentenceOf(error)}`);
    }
  };
  return { run, problem, isPending };
};
