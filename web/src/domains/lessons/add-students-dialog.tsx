import { ActionIcon, Button, SegmentedControl, Text, Textarea } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import {
  addLessonStudents,
  findLessonStudents,
  rosterGroups,
  type RosterGroup,
} from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import { parseEmails } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field } from '../../kit/form/field-kind.ts';
import { setting } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import styles from './add-students-dialog.module.css';
import { rosterTabs, tabFacts } from './lesson-page.ts';

/** As many as the server looks up at once. */
const mostEmails = 1000;

/** The pasted e-mails are looked up before; the students found for them join what is sent. */
const addForm = defineForm({
  noun: 'place',
  create: addLessonStudents,
  refreshes: ['lessons'],
  fields: {
    pasted: field<string>({
      label: 'E-mails',
      initial: '',
      read: () => '',
      write: () => ({}),
      isEmpty: (text) => text.trim() === '',
      problem: (text) =>
        parseEmails(text).length > mostEmails
          ? `At most ${mostEmails.toLocaleString('en-SG')} e-mails at once.`
          : undefined,
      words: (text) => text,
    }),
    kind: setting(rosterGroups, { label: 'Kind', default: 'student' }),
  },
});

type Props = { lesson: Lesson; opened: boolean; onClose: () => void };

/** Adds students to a lesson by pasted e-mails: find the accounts, then give them a place (part 1 §2). */
export const AddStudentsDialog = ({ lesson, opened, onClose }: Props) => (
  <FreshForm record={opened ? lesson._id : null}>
    {(lessonId, isOpen) => <Form lessonId={lessonId} opened={isOpen} onClose={onClose} />}
  </FreshForm>
);

type FormProps = { lessonId: string; opened: boolean; onClose: () => void };

const Form = ({ lessonId, ...dialog }: FormProps) => {
  const params = { id: lessonId };
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const finding = useOperation(findLessonStudents);
  const confirm = useConfirm();
  const form = useFormState(addForm, {
    ...dialog,
    params,
    done: ({ added, existing }) => wordsOf(added.length, existing.length),
    beforeSave: () => Promise.resolve({ student: chosen.map(({ _id }) => _id) }),
    afterRefusal: async (error) => {
      const title = titleOfQuestion(error);
      if (title === undefined) return null;
      const question = { title, message: sentenceOf(error), confirmLabel: 'Add anyway' };
      return (await confirm(question)) ? { allow_overbook: true } : null;
    },
  });
  const { pasted, kind } = form.values;
  const emails = parseEmails(pasted);
  // What was found for other e-mails than those that stand there now is not shown.
  const isOfThese = finding.variables?.body.emails.join('\n') === emails.join('\n');
  const result = isOfThese ? finding.data?.data : undefined;
  const chosen = (result?.found ?? []).filter(({ _id }) => !removed.has(_id));
  const find = () => {
    setRemoved(new Set());
    finding.mutate({ params, body: { emails } });
  };
  return (
    <ActDialog
      title="Add Students"
      size={600}
      form={form}
      actLabel="Add Students"
      disabled={chosen.length === 0}
    >
      {finding.error && <FormProblem text={sentenceOf(finding.error)} />}
      <Textarea
        {...form.field('pasted')}
        description="One e-mail per line. 10 students max"
        autosize
        minRows={5}
        maxRows={10}
        spellCheck={false}
        autoComplete="off"
      />
      <div className={styles.find}>
        <Button
          leftSection={<IconSearch size={16} stroke={1.7} />}
          disabled={emails.length === 0 || !form.isReady || form.isSaving}
          loading={finding.isPending}
          onClick={find}
        >
          Find Student Accounts
        </Button>
        {emails.length > 0 && <span>{formatCount(emails.length, 'e-mail')}</span>}
      </div>
      {result && (
        <FoundStudents
          result={result}
          chosen={chosen}
          onLeaveOut={(id) => setRemoved(new Set([...removed, id]))}
          disabled={form.isSaving}
        />
      )}
      <KindChoice value={kind} onChange={(next) => form.set({ kind: next })} />
    </ActDialog>
  );
};

/** What somebody may still decide to do, as a question; undefined for any other refusal. */
const titleOfQuestion = (error: unknown) => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.has('class_full')) return 'Lesson full';
  return error.has('class_sold_out') ? 'Class sold out' : undefined;
};

/** "3 students added; 1 already in class". */
const wordsOf = (added: number, existing: number) =>
  [
    `${formatCount(added, 'student')} added`,
    ...(existing > 0 ? [`${existing} already in class`] : []),
  ].join('; ');

type FoundAccounts = ResponseOf<typeof findLessonStudents>['data'];

type FoundProps = {
  result: FoundAccounts;
  /** Of those found, who is not left out. */
  chosen: FoundAccounts['found'];
  onLeaveOut: (id: string) => void;
  disabled: boolean;
};

/** What the e-mails are: accounts to add, each of which can be left out, nobody's, or in the class already. */
const FoundStudents = ({ result, chosen, onLeaveOut, disabled }: FoundProps) => (
  <div className={styles.results} role="status">
    {result.found.length === 0 && <p>No student accounts were found</p>}
    <Group title="Found" count={chosen.length}>
      {chosen.map(({ _id, name, email }) => (
        <li key={_id} className={styles.account}>
          <span className={styles.who}>
            <strong>{name || '–'}</strong> {email}
          </span>
          <ActionIcon
            aria-label={`Leave out ${name || email}`}
            size={26}
            disabled={disabled}
            onClick={() => onLeaveOut(_id)}
          >
            <IconX size={14} stroke={1.7} />
          </ActionIcon>
        </li>
      ))}
    </Group>
    <Group title="Not found" count={result.not_found.length}>
      {result.not_found.map((email) => (
        <li key={email}>{email}</li>
      ))}
    </Group>
    <Group title="Already in class" count={result.existing.length}>
      {result.existing.map(({ _id, email }) => (
        <li key={_id}>{email}</li>
      ))}
    </Group>
  </div>
);

type GroupProps = { title: string; count: number; children: ReactNode };

const Group = ({ title, count, children }: GroupProps) =>
  count > 0 && (
    <div className={styles.group}>
      <h3 className={styles.title}>
        {title} <span>({count.toLocaleString('en-SG')})</span>
      </h3>
      {/* A scrolling region must be reachable by keyboard, or only a mouse can read to its end. */}
      <ul className={styles.list} aria-label={title} tabIndex={0}>
        {children}
      </ul>
    </div>
  );

type KindProps = { value: RosterGroup; onChange: (kind: RosterGroup) => void };

/** As what the students stand on the lesson. */
const KindChoice = ({ value, onChange }: KindProps) => {
  const label = useId();
  return (
    <div>
      <Text id={label} fw={500} mb={4}>
        Kind
      </Text>
      <SegmentedControl<RosterGroup>
        aria-labelledby={label}
        value={value}
        onChange={onChange}
        data={rosterTabs.map((tab) => ({ value: tabFacts[tab].group, label: tabFacts[tab].label }))}
      />
    </div>
  );
};
