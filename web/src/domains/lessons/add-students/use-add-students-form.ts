import { useState } from 'react';
import type {
  findLessonStudents,
  RosterGroup,
} from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import { parseEmails } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { useAddStudents, useFindStudents } from '../lesson-page.api.ts';

export type FoundAccounts = ResponseOf<typeof findLessonStudents>['data'];
export type AddStudentsForm = ReturnType<typeof useAddStudentsForm>;

/** As many as the server looks up at once. */
const mostEmails = 1000;
const tooMany = `At most ${mostEmails.toLocaleString('en-SG')} e-mails at once.`;

/** The form that adds students: pasted e-mails, the accounts found for them, the kind of the place. */
export const useAddStudentsForm = (lessonId: string) => {
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
