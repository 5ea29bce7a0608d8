import { Checkbox, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  copyPollQuestions,
  type LessonWithPolls,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field } from '../../kit/form/field-kind.ts';
import { named, type Named } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { lessonsWithPollsQuery, pollQuestionsQuery, refreshedByPolls } from './polls.api.ts';

const copyForm = defineForm({
  noun: 'poll',
  create: copyPollQuestions,
  refreshes: refreshedByPolls,
  fields: {
    from: named({ label: 'Lesson', required: true }),
    /** Ids; null means all. */
    poll: field<string[] | null>({
      label: 'Questions',
      required: true,
      initial: null,
      read: () => null,
      write: (chosen) => (chosen === null ? {} : { poll: chosen }),
      isEmpty: (chosen) => chosen?.length === 0,
      words: (chosen) => (chosen === null ? 'All' : String(chosen.length)),
    }),
  },
});

type Props = {
  /** The lesson that receives the questions; null while the dialog is closed. */
  open: string | null;
  onClose: () => void;
};

/** Adds the questions of another lesson, without their answers. */
export const CopyPollsDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(lessonId, opened) => <Form lessonId={lessonId} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Form = ({
  lessonId,
  ...dialog
}: {
  lessonId: string;
  opened: boolean;
  onClose: () => void;
}) => {
  const form = useFormState(copyForm, {
    ...dialog,
    params: { id: lessonId },
    done: (copies) => `${formatCount(copies.length, 'question', 'questions')} copied`,
  });
  const from = form.field('from');
  const poll = form.field('poll');
  return (
    <ActDialog title="Copy questions" form={form} actLabel="Copy Questions" size={560}>
      <LessonSelect
        {...from}
        onChange={(lesson) => {
          from.onChange(lesson);
          poll.onChange(null);
        }}
        except={lessonId}
      />
      {from.value && <QuestionChoice {...poll} lessonId={from.value._id} />}
    </ActDialog>
  );
};

type ChoiceProps = {
  value: string[] | null;
  onChange: (chosen: string[] | null) => void;
  error: string | undefined;
  lessonId: string;
};

/** Chooses questions of the lesson; all by default. */
const QuestionChoice = ({ value, onChange, error, lessonId }: ChoiceProps) => {
  const questions = useQuery(pollQuestionsQuery(lessonId)).data?.data ?? [];
  const all = questions.map(({ _id }) => _id);
  const chosen = value ?? all;
  const isWhole = chosen.length === all.length;
  if (all.length < 2) return null;
  return (
    <Checkbox.Group
      label="Questions"
      value={chosen}
      onChange={(next) => onChange(next.length === all.length ? null : next)}
      error={error}
    >
      <Stack gap="sm" mah={280} p={3} style={{ overflow: 'auto' }}>
        <Checkbox
          label={`All ${formatCount(all.length, 'question')}`}
          checked={isWhole}
          indeterminate={!isWhole && chosen.length > 0}
          onChange={() => onChange(isWhole ? [] : null)}
        />
        {questions.map(({ _id, question }) => (
          <Checkbox key={_id} value={_id} label={question} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};

type SelectProps = {
  label: string;
  required: boolean;
  value: Named | null;
  onChange: (lesson: Named | null) => void;
  error: string | undefined;
  /** The lesson that receives the questions, which is excluded. */
  except: string;
};

/** Chooses a lesson with questions, found by its name or its class's. */
const LessonSelect = ({ value, onChange, except, ...field }: SelectProps) => {
  const [term, setTerm] = useState('');
  const [sought] = useDebouncedValue(term === value?.name ? '' : term, 200);
  const { dateTime } = useFormats();
  const { data, isError } = useQuery(lessonsWithPollsQuery(sought));
  const lessons = (data?.data ?? [])
    .filter(({ _id }) => _id !== except)
    .map((lesson) => ({ _id: lesson._id, name: wordsOf(lesson, dateTime) }));
  const offered =
    value && !lessons.some(({ _id }) => _id === value._id) ? [value, ...lessons] : lessons;
  return (
    <Select
      {...field}
      description="Its questions are added at the end; answers stay where they are"
      placeholder="Class or lesson"
      openOnFocus={false}
      searchable
      searchValue={term}
      onSearchChange={setTerm}
      // The server has already searched.
      filter={({ options }) => options}
      data={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value?._id ?? null}
      onChange={(id) => onChange(offered.find(({ _id }) => _id === id) ?? null)}
      nothingFoundMessage={
        isError ? 'The lessons could not be loaded' : 'No lesson with questions found'
      }
    />
  );
};

const wordsOf = (lesson: LessonWithPolls, dateTime: (at: string) => string) =>
  [
    lesson.class.name,
    lesson.name,
    dateTime(lesson.scheduled_on),
    formatCount(lesson.questions, 'question', 'questions'),
  ].join(' · ');
