import { ActionIcon, Button, SegmentedControl, Text, Textarea } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import {
  addLessonStudents,
  findLessonStudents,
  type RosterGroup,
} from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import { parseEmails } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { useGuardedBack } from '../../ui/use-guarded-back.ts';
import { rosterTabs, tabFacts } from './lesson-page.ts';
import styles from './add-students-dialog.module.css';

type Props = { lesson: Lesson; opened: boolean; onClose: () => void };

/** Adds students to a lesson by pasted e-mails: find the accounts, then give them a place (part 1 §2). */
export const AddStudentsDialog = ({ lesson, opened, onClose }: Props) => (
  <FreshForm record={opened ? lesson._id : null}>
    {(lessonId, isOpen) => <Form lessonId={lessonId} opened={isOpen} onClose={onClose} />}
  </FreshForm>
);

const Form = ({
  lessonId,
  opened,
  onClose,
}: {
  lessonId: string;
  opened: boolean;
  onClose: () => void;
}) => {
  const form = useAddStudentsForm(lessonId);
  const close = useGuardedBack({ opened, dirty: form.isDirty, onClose });
  const submit = () => {
    if (form.isBusy) return;
    if (form.result)
      void form.add((words) => {
        showSnackbar(words);
        close();
      });
    else form.find();
  };
  return (
    <Dialog
      title="Add Students"
      size={600}
      opened={opened}
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isAdding}
      onSubmit={submit}
      primary={
        <PrimaryButton busy={form.isAdding} disabled={form.chosen.length === 0} keys="Ctrl ↵">
          Add Students
        </PrimaryButton>
      }
    >
      <div className={styles.fields}>
        {form.problem && <FormProblem text={form.problem} />}
        <EmailsField form={form} />
        {form.result && <FoundStudents form={form} result={form.result} />}
        <KindChoice value={form.kind} onChange={form.setKind} />
      </div>
    </Dialog>
  );
};

/** The pasted e-mails and the button that looks for their accounts. The limit is a note only (part 1 §2). */
const EmailsField = ({ form }: { form: AddStudentsForm }) => (
  <>
    <Textarea
      label="E-mails"
      description="One e-mail per line. 10 students max"
      data-autofocus
      autosize
      minRows={5}
      maxRows={10}
      spellCheck={false}
      autoComplete="off"
      value={form.pasted}
      onChange={(event) => form.setPasted(event.currentTarget.value)}
    />
    <div className={styles.find}>
      <Button
        leftSection={<IconSearch size={16} stroke={1.7} />}
        disabled={form.emails.length === 0 || form.isAdding}
        loading={form.isFinding}
        onClick={form.find}
      >
        Find Student Accounts
      </Button>
      {form.emails.length > 0 && <span>{formatCount(form.emails.length, 'e-mail')}</span>}
    </div>
  </>
);

type FoundProps = { form: AddStudentsForm; result: FoundAccounts };

/** What the e-mails are: accounts to add, each of which can be left out, nobody's, or in the class already. */
const FoundStudents = ({ form, result }: FoundProps) => (
  <div className={styles.results} role="status">
    {result.found.length === 0 && <p>No student accounts were found</p>}
    {form.chosen.length > 0 && (
      <Group title="Found" count={form.chosen.length}>
        {form.chosen.map(({ _id, name, email }) => (
          <li key={_id} className={styles.account}>
            <span className={styles.who}>
              <strong>{name || '–'}</strong> {email}
            </span>
            <ActionIcon
              aria-label={`Leave out ${name || email}`}
              size={26}
              disabled={form.isAdding}
              onClick={() => form.remove(_id)}
            >
              <IconX size={14} stroke={1.7} />
            </ActionIcon>
          </li>
        ))}
      </Group>
    )}
    {result.not_found.length > 0 && (
      <Group title="Not found" count={result.not_found.length}>
        {result.not_found.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </Group>
    )}
    {result.existing.length > 0 && (
      <Group title="Already in class" count={result.existing.length}>
        {result.existing.map(({ _id, email }) => (
          <li key={_id}>{email}</li>
        ))}
      </Group>
    )}
  </div>
);

const Group = ({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode;
}) => (
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

type FoundAccounts = ResponseOf<typeof findLessonStudents>['data'];
type AddStudentsForm = ReturnType<typeof useAddStudentsForm>;

/** As many as the server looks up at once. */
const mostEmails = 1000;
const tooMany = `At most ${mostEmails.toLocaleString('en-SG')} e-mails at once.`;

/** The form that adds students: pasted e-mails, the accounts found for them, the kind of the place. */
const useAddStudentsForm = (lessonId: string) => {
  const [pasted, setPasted] = useState('');
  const [kind, setKind] = useState<RosterGroup>('student');
  const [answer, setAnswer] = useState<{ of: string; accounts: FoundAccounts } | null>(null);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const finding = useFindStudents();
  const adding = useAddStudents();
  const confirm = useConfirm();
  const params = { id: lessonId };
  const emails = parseEmails(pasted);

  // What was found for other e-mails than those that stand there now is not shown.
  const result = answer?.of === emails.join('\n') ? answer.accounts : null;
  const chosen = (result?.found ?? []).filter(({ _id }) => !removed.has(_id));

  const find = () => {
    if (emails.length === 0) return;
    if (emails.length > mostEmails) {
      setProblem(tooMany);
      return;
    }
    setProblem(null);
    finding.mutate(
      { params, body: { emails } },
      {
        onSuccess: ({ data }) => {
          setAnswer({ of: emails.join('\n'), accounts: data });
          setRemoved(new Set());
        },
        onError: (error) => setProblem(sentenceOf(error)),
      },
    );
  };

  /** Asks before the lesson is filled past its seats; `onAdded` gets what was done, in words. */
  const add = async (onAdded: (words: string) => void, allowOverbook = false): Promise<void> => {
    if (chosen.length === 0) return;
    setProblem(null);
    const student = chosen.map(({ _id }) => _id);
    try {
      const { data } = await adding.mutateAsync({
        params,
        body: { student, kind, allow_overbook: allowOverbook },
      });
      onAdded(wordsOf(data.added.length, data.existing.length));
    } catch (error) {
      const title = titleOfQuestion(error);
      if (title === undefined) {
        setProblem(sentenceOf(error));
        return;
      }
      const question = {
        title,
        message: sentenceOf(error),
        confirmLabel: 'Add anyway',
      };
      if (await confirm(question)) await add(onAdded, true);
    }
  };

  return {
    pasted,
    setPasted,
    kind,
    setKind,
    emails,
    result,
    chosen,
    problem,
    find,
    add,
    remove: (id: string) => setRemoved(new Set([...removed, id])),
    isFinding: finding.isPending,
    isAdding: adding.isPending,
    isBusy: finding.isPending || adding.isPending,
    isDirty: pasted.trim() !== '',
  };
};

/** What somebody may still decide to do, as a question; undefined for any other refusal. */
const titleOfQuestion = (error: unknown) => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.has('class_full')) return 'Lesson full';
  return error.has('class_sold_out') ? 'Class sold out' : undefined;
};

/** "3 students added; 1 was in the class already". */
const wordsOf = (added: number, existing: number) =>
  [
    `${formatCount(added, 'student')} added`,
    ...(existing > 0 ? [`${existing} already in class`] : []),
  ].join('; ');

const useFindStudents = () => useOperation(findLessonStudents);

const useAddStudents = () => useOperation(addLessonStudents, { refreshes: ['lessons'] });
