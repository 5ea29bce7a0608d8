import { Button, FileButton, MultiSelect, Select } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import {
  importQuestions,
  longestQuestionFile,
  type ImportedQuestion,
} from '@staffroom/contract/domains/question-bank/question-import.contract.ts';
import {
  filterLevelWords,
  newQuestion,
  questionLevels,
} from '@staffroom/contract/domains/question-bank/question-bank.rules.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';
import { refreshedByQuestions, useTags } from './question-bank.api.ts';
import styles from './import-dialog.module.css';

type Props = { open: 'import' | null; onClose: () => void };

/** Takes questions of a file into the bank, after saying of each what would become of it. */
export const ImportDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(_import, opened) => <Import opened={opened} onClose={onClose} />}
  </FreshForm>
);

type Chosen = { name: string; content: string };
type Usual = { subject: string; level: (typeof questionLevels)[number][] };

const Import = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Of questions of which the file says none. */
  const [usual, setUsual] = useState<Usual>({
    subject: newQuestion.subject,
    level: [...newQuestion.level],
  });
  const trial = useOperation(importQuestions);
  const act = useOperation(importQuestions, { refreshes: refreshedByQuestions });
  const report = act.data?.data ?? trial.data?.data;
  const ready = report?.questions.filter(({ state }) => state === 'ready').length ?? 0;
  const failure = act.error ?? trial.error;
  const choose = async (file: File | null) => {
    if (!file) return;
    act.reset();
    trial.reset();
    setChosen(null);
    setProblem(null);
    if (file.size > longestQuestionFile)
      return setProblem(`${file.name} is too large: a file has at most 5 MB. Split it.`);
    const content = await file.text();
    setChosen({ name: file.name, content });
    return trial.mutate({ query: { dry_run: true }, body: { content, ...usual } });
  };
  const send = () => {
    if (chosen && ready > 0 && !act.data)
      act.mutate({ query: { dry_run: false }, body: { content: chosen.content, ...usual } });
  };
  const assume = (changes: Partial<Usual>) => {
    const next = { ...usual, ...changes };
    setUsual(next);
    if (!chosen || act.data) return;
    trial.mutate({ query: { dry_run: true }, body: { content: chosen.content, ...next } });
  };
  return (
    <FullScreenDialog
      title="Import questions"
      opened={opened}
      onClose={onClose}
      dirty={chosen !== null && ready > 0 && !act.data}
      busy={act.isPending}
      onSubmit={send}
      cancelLabel={act.data ? 'Close' : 'Cancel'}
      footerStart={report && reportWords(report.questions)}
      actions={
        !act.data && (
          <PrimaryButton keys="Ctrl ↵" busy={act.isPending} disabled={ready === 0}>
            {ready > 0 ? `Import ${formatCount(ready, 'question')}` : 'Import'}
          </PrimaryButton>
        )
      }
    >
      <div className={styles.import}>
        <p className={styles.about}>
          A file of questions as JSON, as the bank answers them, or Moodle XML (multiple choice,
          short answer, essay). Nothing is changed before you have seen what becomes of each. The
          same file again imports nothing twice.
        </p>
        <div className={styles.usual}>
          <Select
            label="Subject, where the file says none"
            data={useSubjects(usual.subject)}
            value={usual.subject}
            allowDeselect={false}
            openOnFocus={false}
            onChange={(subject) => subject && assume({ subject })}
          />
          <MultiSelect
            label="Level, where the file says none"
            data={questionLevels.map((value) => ({ value, label: filterLevelWords(value) }))}
            value={usual.level}
            openOnFocus={false}
            onChange={(level) => assume({ level })}
          />
        </div>
        <div className={styles.choice}>
          <FileButton
            accept=".json,.xml,application/json,text/xml,application/xml"
            onChange={(file) => void choose(file)}
          >
            {(button) => (
              <Button
                {...button}
                leftSection={<IconFileImport size={17} stroke={1.7} />}
                loading={trial.isPending}
              >
                Choose file
              </Button>
            )}
          </FileButton>
          {chosen && <span>{chosen.name}</span>}
        </div>
        {problem && <Banner tone="negative" title={problem} />}
        {failure && <Banner tone="negative" title={sentenceOf(failure)} />}
        {report && <Report questions={report.questions} />}
      </div>
    </FullScreenDialog>
  );
};

const states: Record<ImportedQuestion['state'], { words: string; tone: Tone }> = {
  ready: { words: 'Ready', tone: 'blue' },
  imported: { words: 'Imported', tone: 'green' },
  known: { words: 'In the bank', tone: 'grey' },
  refused: { words: 'Refused', tone: 'red' },
};

const useSubjects = (chosen: string): string[] => {
  const subjects = useTags()
    .filter(({ kind }) => kind === 'subject')
    .map(({ name }) => name);
  return subjects.includes(chosen) ? subjects : [chosen];
};

/** "3 ready, 1 refused" */
const reportWords = (questions: readonly ImportedQuestion[]): string =>
  Object.entries(states)
    .map(([state, { words }]) => ({
      words: words.toLowerCase(),
      count: questions.filter((one) => one.state === state).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${count} ${words}`)
    .join(', ');

const Report = ({ questions }: { questions: readonly ImportedQuestion[] }) => (
  <ol className={styles.report} aria-label="Questions of the file">
    {questions.map(({ place, name, state, problems, notes }) => (
      <li key={place}>
        <StatusChip tone={states[state].tone}>{states[state].words}</StatusChip>
        <div className={styles.words}>
          <p>
            {place}. {name}
          </p>
          {problems.map((words) => (
            <p key={words} className={styles.problem}>
              {words}
            </p>
          ))}
          {notes.map((words) => (
            <p key={words} className={styles.about}>
              {words}
            </p>
          ))}
        </div>
      </li>
    ))}
  </ol>
);
