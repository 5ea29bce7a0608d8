import {
  Box,
  Button,
  Checkbox,
  FileButton,
  Group,
  MultiSelect,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import {
  importQuestions,
  longestQuestionFile,
  type ImportedCategory,
  type ImportedQuestion,
} from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import {
  filterLevelWords,
  newQuestion,
  questionLevels,
  tagChoices,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { Clip } from '../../ui/clip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import rows from '../../ui/rows.module.css';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { refreshedByQuestions, useTags } from './question-bank.api.ts';

type Props = { open: 'import' | null; onClose: () => void };

/** Imports the questions of a file after a dry run that shows the result for each. */
export const ImportDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(_import, opened) => <Import opened={opened} onClose={onClose} />}
  </FreshForm>
);

/** File types of the input. */
const accepted = '.json,.xml,application/json,text/xml,application/xml';

type Chosen = { name: string; content: string };
/** Values that apply to the whole file. */
type Assumed = {
  /** For questions whose file contains no subject. */
  subject: string;
  level: (typeof questionLevels)[number][];
  /** The topics chosen for categories. */
  category: { name: string; topic: string }[];
};

const Import = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const columns = useNarrow() ? 1 : 2;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [assumed, setAssumed] = useState<Assumed>({
    subject: newQuestion.subject,
    level: [...newQuestion.level],
    category: [],
  });
  /** Numbers of questions that are imported although they are in the bank. */
  const [anyway, setAnyway] = useState<number[]>([]);
  const trial = useOperation(importQuestions);
  const act = useOperation(importQuestions, { refreshes: refreshedByQuestions });
  const report = act.data?.data ?? trial.data?.data;
  const ready =
    report?.questions.filter(({ state, place }) =>
      state === 'known' ? anyway.includes(place) : state === 'ready',
    ).length ?? 0;
  const failure = act.error ?? trial.error;
  const choose = async (file: File | null) => {
    if (!file) return;
    act.reset();
    trial.reset();
    setProblem(null);
    if (file.size > longestQuestionFile) {
      setChosen(null);
      return setProblem(`${file.name} is too large: a file has at most 10 MB. Split it.`);
    }
    const content = await file.text();
    const next = { ...assumed, category: [] };
    setChosen({ name: file.name, content });
    setAssumed(next);
    setAnyway([]);
    return trial.mutate({ query: { dry_run: true }, body: { content, ...next } });
  };
  const send = () => {
    if (chosen && ready > 0 && !act.data)
      act.mutate({
        query: { dry_run: false },
        body: { content: chosen.content, ...assumed, import_known: anyway },
      });
  };
  const assume = (changes: Partial<Assumed>) => {
    const next = { ...assumed, ...changes };
    setAssumed(next);
    if (!chosen || act.data) return;
    trial.mutate({ query: { dry_run: true }, body: { content: chosen.content, ...next } });
  };
  return (
    <Dialog
      title="Import questions"
      size={960}
      opened={opened}
      onClose={onClose}
      dirty={chosen !== null && ready > 0 && !act.data}
      busy={act.isPending}
      onSubmit={send}
      cancelLabel={act.data ? 'Close' : 'Cancel'}
      footerStart={report && reportWords(report.questions)}
      primary={
        act.data ? (
          <></>
        ) : (
          <PrimaryButton keys="Ctrl ↵" busy={act.isPending} disabled={ready === 0}>
            {ready > 0 ? `Import ${formatCount(ready, 'question')}` : 'Import'}
          </PrimaryButton>
        )
      }
    >
      <Stack>
        <Text inherit c="secondary">
          A file of questions as JSON, in the format of the bank’s download, or Moodle XML with its
          pictures (multiple choice, true/false, short answer, numerical, matching, essay,
          description). You see the result for each question before anything is changed. Importing
          the same file again adds no duplicates.
        </Text>
        {chosen === null ? (
          <DropZone
            label="File of questions"
            accept={accepted}
            invitation="Drop a file of questions here or choose it"
            hint="JSON or Moodle XML, up to 10 MB"
            invalid={problem !== null}
            onFile={(file) => void choose(file)}
          />
        ) : (
          <Group justify="space-between">
            <Clip fw={500} c="bright">
              {chosen.name}
            </Clip>
            <FileButton accept={accepted} onChange={(file) => void choose(file)}>
              {(button) => (
                <Button
                  {...button}
                  flex="none"
                  leftSection={<IconFileImport size={17} stroke={1.7} />}
                  loading={trial.isPending}
                >
                  Choose another file
                </Button>
              )}
            </FileButton>
          </Group>
        )}
        <SimpleGrid cols={columns} spacing="md">
          <Select
            label="Subject, if the file has none"
            data={useSubjects(assumed.subject)}
            value={assumed.subject}
            allowDeselect={false}
            openOnFocus={false}
            onChange={(subject) => subject && assume({ subject })}
          />
          <MultiSelect
            label="Level, if the file has none"
            data={questionLevels.map((value) => ({ value, label: filterLevelWords(value) }))}
            value={assumed.level}
            openOnFocus={false}
            onChange={(level) => assume({ level })}
          />
        </SimpleGrid>
        {problem && <Banner tone="negative" title={problem} />}
        {failure && <Banner tone="negative" title={sentenceOf(failure)} />}
        {report && report.category.length > 0 && !act.data && (
          <Categories
            categories={report.category}
            onChange={(name, topic) =>
              assume({
                category: [...assumed.category.filter((one) => one.name !== name), { name, topic }],
              })
            }
          />
        )}
        {report && (
          <Report
            questions={report.questions}
            anyway={anyway}
            onAnyway={(place, isChosen) =>
              setAnyway(isChosen ? [...anyway, place] : anyway.filter((chosen) => chosen !== place))
            }
          />
        )}
      </Stack>
    </Dialog>
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

type CategoriesProps = {
  categories: readonly ImportedCategory[];
  onChange: (name: string, topic: string) => void;
};

/** Assigns a topic to the questions of each Moodle category. */
const Categories = ({ categories, onChange }: CategoriesProps) => {
  const tags = useTags();
  const columns = useNarrow() ? 1 : 2;
  return (
    <section aria-label="Topics of the categories">
      <Text component="h3" variant="title" mb="sm">
        Topics of the categories
      </Text>
      <SimpleGrid cols={columns} spacing="md">
        {categories.map(({ name, subject, questions, topic }) => (
          <Select
            key={name}
            label={name}
            description={formatCount(questions, 'question')}
            data={tagChoices(tags, { kind: 'topic', subject, chosen: topic }).map(
              (tag) => tag.name,
            )}
            value={topic === '' ? null : topic}
            placeholder="No topic"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': `No topic for ${name}` }}
            openOnFocus={false}
            nothingFoundMessage="Nothing found"
            onChange={(next) => onChange(name, next ?? '')}
          />
        ))}
      </SimpleGrid>
    </section>
  );
};

type ReportProps = {
  questions: readonly ImportedQuestion[];
  /** Numbers of known questions that are imported too. */
  anyway: readonly number[];
  onAnyway: (place: number, isChosen: boolean) => void;
};

const Report = ({ questions, anyway, onAnyway }: ReportProps) => (
  <Paper className={rows.rows} component="ol" withBorder aria-label="Questions of the file">
    {questions.map(({ place, name, state, problems, notes }) => (
      <Group key={place} component="li" gap="md" align="flex-start" py="sm" px="md">
        <Box flex="none" w={92}>
          <StatusChip tone={states[state].tone}>{states[state].words}</StatusChip>
        </Box>
        <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text inherit c="bright">
            {place}. {name}
          </Text>
          {problems.map((words) => (
            <Text key={words} inherit c="negative">
              {words}
            </Text>
          ))}
          {[...new Set(notes)].map((words) => (
            <Text key={words} inherit c="secondary">
              {words}
            </Text>
          ))}
          {state === 'known' && (
            <Checkbox
              label="Import it anyway"
              aria-label={`Import question ${place} anyway`}
              checked={anyway.includes(place)}
              onChange={({ currentTarget }) => onAnyway(place, currentTarget.checked)}
            />
          )}
        </Box>
      </Group>
    ))}
  </Paper>
);
