import {
  ActionIcon,
  Box,
  Button,
  Checkbox,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { listQuestions } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { marksWords } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import {
  totalMarks,
  workingSpaces,
} from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import {
  getWorksheet,
  listWorksheetChanges,
  type PickedQuestion,
  type Worksheet,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { RecordForm } from '../../../kit/form/record-form.tsx';
import { RecordChanges } from '../../../kit/record/record-changes.tsx';
import { formatCount } from '../../../lib/formats.ts';
import { everyQuery } from '../../../lib/queries.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { useDrawsAtOnce } from '../../../ui/rich-text/rich-text-view.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { AddQuestionsDialog } from './add-questions-dialog.tsx';
import { PagePreview, PrintedPages, usePages, type PagedCopy } from './paper/page-boxes.tsx';
import { answerKey } from './paper/answer-key.tsx';
import { studentCopy, type PrintedWorksheet } from './paper/worksheet-paper.tsx';
import { forgetNewHeader, useKeptHeader } from './kept-header.ts';
import { PickedQuestions } from './picked-questions.tsx';
import { clearPicks, usePicks } from './picked-foot.tsx';
import styles from './worksheet-form.module.css';
import {
  pickedNow,
  workingWords,
  worksheetForm,
  type WorksheetForm as Form,
} from './worksheet.form.ts';

type Props = {
  /** The worksheet to open, 'new' to make one, null while the dialog is closed. */
  open: string | null;
  onClose: () => void;
  onCreated: (created: Worksheet) => void;
  /** Search text of the "Add questions" dialog; undefined while it is closed. */
  add: string | undefined;
  onAdd: (words: string | undefined) => void;
};

/** The worksheet builder: questions, header and a preview of the printed pages (picture 18). */
export const WorksheetForm = ({ open, ...props }: Props) => {
  const picks = usePicks();
  // A new worksheet starts with the picks at its opening; later changes do not matter.
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [wasOpen, setWasOpen] = useState<string | null>(null);
  if (wasOpen !== open) {
    setWasOpen(open);
    if (open === 'new') setPicked(picks.map(({ _id }) => _id));
  }
  const { data, isError } = useQuery({
    ...everyQuery(listQuestions, { filter: { _id: { in: [...picked] } } }),
    enabled: open === 'new' && picked.length > 0,
  });
  const isReady = open !== 'new' || picked.length === 0 || data !== undefined || isError;
  const questions = picked.flatMap((id) => {
    const question = data?.find(({ _id }) => _id === id);
    return question ? [pickedNow(question)] : [];
  });
  const { _id: user } = useSessionUser();
  const onCreated = (created: Worksheet) => {
    // The picks and the header are now in a worksheet.
    clearPicks();
    forgetNewHeader(user);
    props.onCreated(created);
  };
  return (
    <Builder {...props} onCreated={onCreated} open={isReady ? open : null} questions={questions} />
  );
};

const Builder = ({
  questions,
  add,
  onAdd,
  ...dialog
}: Props & { questions: readonly PickedQuestion[] }) => {
  const [pages, setPages] = useState('');
  return (
    <RecordForm
      {...dialog}
      form={worksheetForm}
      get={getWorksheet}
      titles={['New worksheet', 'Worksheet']}
      options={(record) => ({
        done: ({ title }: Worksheet) => `${title} ${record ? 'saved' : 'created'}`,
        gone: 'This worksheet no longer exists',
        // "Add questions" has an address of its own.
        isOpenAt: (search) =>
          record
            ? 'worksheet' in search && search.worksheet === record._id
            : 'dialog' in search && search.dialog === 'create',
        ...(record ? {} : { initial: { question: questions } }),
      })}
      frame={(form) => ({
        bare: true,
        besideTitle: (
          <>
            <SavedState form={form} />
            <KeptHeader form={form} />
          </>
        ),
        footerLead: sumsOf(form.values.question, pages),
        moreActions: (
          <Button
            leftSection={<IconPrinter size={17} stroke={1.7} />}
            rightSection={<KeyHint keys="Ctrl P" />}
            disabled={form.values.question.length === 0 || pages === ''}
            onClick={() => window.print()}
          >
            Print
            <Box component="span" visibleFrom="sm">
              &nbsp;or save as PDF
            </Box>
          </Button>
        ),
      })}
    >
      {(form) => <Panels form={form} add={add} onAdd={onAdd} onPages={setPages} />}
    </RecordForm>
  );
};

const sumsOf = (questions: readonly PickedQuestion[], pages: string) => (
  <>
    <Text component="strong" inherit fw={600} c="bright">
      {marksWords(totalMarks(questions))}
    </Text>
    <Box component="span" visibleFrom="sm">
      {` · ${formatCount(questions.length, 'question')}${pages && ` · ${pages}`}. `}
    </Box>
  </>
);

/** "Fractions, ratio and circles · version 2, saved 16:58" */
const SavedState = ({ form: { base } }: { form: Form }) => {
  const { dateTime } = useFormats();
  if (!base) return null;
  return (
    <Text truncate variant="meta" c="secondary">
      {`${base.title} · version ${base.version}, saved ${dateTime(base.updated)} by ${base.updated_by.name}`}
    </Text>
  );
};

/** Keeps the typed header across a reload of this tab. */
const KeptHeader = ({ form }: { form: Form }) => {
  useKeptHeader(form);
  return null;
};

type PanelsProps = Pick<Props, 'add' | 'onAdd'> & {
  form: Form;
  onPages: (words: string) => void;
};

const Panels = ({ form, add, onAdd, onPages }: PanelsProps) => {
  const canManage = useCan('question.canManage');
  const { question } = form.values;
  return (
    <div className={styles.panels}>
      <Stack
        className={styles.questions}
        component="section"
        gap="md"
        aria-label="Questions of this worksheet"
      >
        <PickedQuestions form={form} canManage={canManage} onAdd={() => onAdd('')} />
      </Stack>
      <Stack className={styles.header} component="section" gap="md" aria-label="Header">
        <fieldset disabled={!canManage}>
          <Header form={form} />
        </fieldset>
      </Stack>
      <Stack className={styles.paper} component="section" gap="md" aria-label="Page preview">
        <Preview form={form} onPages={onPages} />
      </Stack>
      {form.base && <History id={form.base._id} />}
      <AddQuestionsDialog
        words={canManage ? add : undefined}
        onClose={() => onAdd(undefined)}
        picked={question}
        onAdd={(added) => form.set({ question: [...question, ...added] })}
      />
    </div>
  );
};

const History = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1);
  return (
    <section className={styles.history} aria-label="History">
      <Text component="h2" mb="sm" variant="title">
        History
      </Text>
      <RecordChanges
        of={listWorksheetChanges}
        id={id}
        form={worksheetForm}
        page={page}
        onPage={setPage}
      />
    </section>
  );
};

const Header = ({ form }: { form: Form }) => {
  const { field, values, set } = form;
  return (
    <>
      <Text component="h2" variant="title">
        Header
      </Text>
      <TextInput {...field('title')} />
      <TextInput {...field('header')} />
      <TextInput {...field('second_line')} />
      <NumberInput {...field('minutes')} />
      <Textarea {...field('instructions')} autosize minRows={2} />
      <Checkbox {...field('has_logo')} />
      <Checkbox {...field('has_boxes')} />
      <Checkbox {...field('has_section_notes')} />
      <Checkbox {...field('has_sources')} />
      <Text component="h2" pt="xs" variant="title">
        Space for working
      </Text>
      <Segments
        label="Space for working"
        choices={workingSpaces.map((value) => ({ value, label: workingWords[value] }))}
        value={values.working}
        onChange={(working) => set({ working })}
      />
      <Text variant="meta" c="secondary">
        {values.working === 'large' ? '14 mm a mark' : '7 mm a mark'}; a unit never breaks over two
        pages.
      </Text>
    </>
  );
};

type CopyName = 'student' | 'key';

/** One page of the chosen copy as printed; the printer gets all pages. */
const Preview = ({ form, onPages }: { form: Form; onPages: (words: string) => void }) => {
  const { longDay } = useFormats();
  const [shown, setShown] = useState<CopyName>('student');
  const [chosen, setChosen] = useState(0);
  const { base } = form;
  // Typing has priority; the pages follow.
  const values = useDeferredValue(form.values);
  const worksheet = useMemo(() => printedOf(values), [values]);
  const made = base
    ? `made ${longDay(base.created)} by ${base.created_by.name}, version ${base.version}`
    : '';
  const isDrawn = useDrawsAtOnce();
  const student = usePages({
    pieces: useMemo(() => (isDrawn ? studentCopy(worksheet) : []), [isDrawn, worksheet]),
    foot: worksheet.title || 'Worksheet',
  });
  const key = usePages({
    pieces: useMemo(
      () => (isDrawn ? answerKey(worksheet, { made }) : []),
      [isDrawn, worksheet, made],
    ),
    foot: `${worksheet.title || 'Worksheet'}, answer key`,
  });
  const copy: PagedCopy = (shown === 'student' ? student : key).paged;
  const page = Math.min(chosen, Math.max(copy.pages.length - 1, 0));
  const [students, keys] = [student.paged.pages.length, key.paged.pages.length];
  const words =
    students > 0 && keys > 0
      ? `student copy ${formatCount(students, 'page')}, answer key ${formatCount(keys, 'page')}`
      : '';
  // The key repeats the options of a question.
  const notes = [...new Set([...student.paged.notes, ...key.paged.notes])];
  useEffect(() => onPages(words), [words, onPages]);
  return (
    <>
      <Group justify="space-between" wrap="wrap">
        <Segments
          label="Copy"
          choices={[
            { value: 'student', label: 'Student copy' },
            { value: 'key', label: 'Answer key' },
          ]}
          value={shown}
          onChange={(next: CopyName) => {
            setShown(next);
            setChosen(0);
          }}
        />
        <Group variant="meta" c="secondary">
          <ActionIcon
            aria-label="Previous page"
            disabled={page === 0}
            onClick={() => setChosen(page - 1)}
          >
            <IconChevronLeft size={16} stroke={1.7} />
          </ActionIcon>
          <span role="status">{`Page ${page + 1} of ${Math.max(copy.pages.length, 1)}`}</span>
          <ActionIcon
            aria-label="Next page"
            disabled={page >= copy.pages.length - 1}
            onClick={() => setChosen(page + 1)}
          >
            <IconChevronRight size={16} stroke={1.7} />
          </ActionIcon>
        </Group>
      </Group>
      {notes.length > 0 && (
        <Banner tone="warning" title="Formulas to look at">
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Banner>
      )}
      {student.measured}
      {key.measured}
      <PagePreview copy={copy} page={page} />
      <PrintedPages copy={copy} />
    </>
  );
};

const printedOf = ({ minutes, ...values }: Form['values']): PrintedWorksheet => ({
  ...values,
  minutes: Number(minutes) || null,
});
