import {
  ActionIcon,
  Box,
  Button,
  Checkbox,
  Flex,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createQuestionTag,
  getQuestionTag,
  updateQuestionTag,
  type QuestionTag,
} from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import {
  newQuestion,
  skillsLabel,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { flag, text } from '../../kit/form/field.ts';
import { ActDialog, OpenForm, type FormProps } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import rows from '../../ui/rows.module.css';
import { Segments } from '../../ui/segments.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { refreshedByQuestions, tagsQuery } from './question-bank.api.ts';

type Kind = Exclude<QuestionTag['kind'], 'subject'>;
type Props = { open: 'tags' | null; onClose: () => void };
/** The tag being edited, or the parent of a new one. */
type Edited = { id: string; kind: Kind; parent: string } | null;

type Words = { many: string; add: string; edit: string };

const wordsOfKind: Record<Kind | 'sub-strand', Words> = {
  topic: { many: 'Topics', add: 'Add topic', edit: 'Edit topic' },
  skill: { many: 'Skills', add: 'Add skill', edit: 'Edit skill' },
  'sub-strand': { many: 'Sub-strands', add: 'Add sub-strand', edit: 'Edit sub-strand' },
  heuristic: { many: 'Heuristics', add: 'Add heuristic', edit: 'Edit heuristic' },
  section: { many: 'Sections', add: 'Add section', edit: 'Edit section' },
};

/** Outside Mathematics, skills are called sub-strands (part 2 §2). */
const wordsOf = (kind: Kind, subject: string): Words =>
  wordsOfKind[kind === 'skill' && skillsLabel(subject) !== 'Skills Set' ? 'sub-strand' : kind];

/** The reference data of the question bank, managed by Admins: the options of the pickers, in their order. */
export const TagsDialog = ({ open, onClose }: Props) => {
  const query = useQuery({ ...tagsQuery, enabled: open !== null });
  const tags = query.data?.data ?? [];
  const subjects = tags.filter(({ kind }) => kind === 'subject');
  const [subjectName, setSubject] = useState<string>(newQuestion.subject);
  const [kind, setKind] = useState<Kind>('topic');
  const [topicName, setTopic] = useState<string | null>(null);
  const [edited, setEdited] = useState<Edited>(null);
  const subject = subjects.find(({ name }) => name === subjectName);
  const topics = tags.filter((tag) => tag.kind === 'topic' && tag.parent === subject?._id);
  const topic = topics.find(({ name }) => name === topicName) ?? topics[0];
  const parent = kind === 'skill' ? topic : subject;
  const shown = tags.filter((tag) => tag.kind === kind && tag.parent === parent?._id);
  const words = wordsOf(kind, subjectName);
  const many = words.many;
  const wide = useNarrow() ? '1 0 100%' : undefined;

  return (
    <>
      <Dialog title="Topics and tags" opened={open !== null} onClose={onClose} size={760}>
        <Stack>
          <Text inherit c="secondary">
            What a question can be tagged with. A new name shows on all its questions at once; a
            retired one is no longer offered; questions keep it.
          </Text>
          <Flex rowGap="sm" columnGap="md" align="center" wrap="wrap">
            <Box flex={wide}>
              <Segments
                label="Subject"
                choices={subjects.map(({ name }) => ({ value: name, label: name }))}
                value={subjectName}
                onChange={setSubject}
              />
            </Box>
            <Box flex={wide}>
              <Segments
                label="Kind"
                choices={(['topic', 'skill', 'heuristic', 'section'] as const).map((value) => ({
                  value,
                  label: wordsOf(value, subjectName).many,
                }))}
                value={kind}
                onChange={setKind}
              />
            </Box>
            {kind === 'skill' && (
              <Select
                aria-label="Topic"
                data={topics.map(({ name }) => name)}
                value={topic?.name ?? null}
                allowDeselect={false}
                searchable
                openOnFocus={false}
                onChange={setTopic}
              />
            )}
            <Button
              ml="auto"
              leftSection={<IconPlus size={17} stroke={1.7} />}
              disabled={parent === undefined}
              onClick={() => parent && setEdited({ id: 'new', kind, parent: parent._id })}
            >
              {words.add}
            </Button>
          </Flex>
          <ListStates
            state={listStateOf(query)}
            noun={many.toLowerCase()}
            isEmpty={shown.length === 0}
            empty={<ListEmpty text={`There are no ${many.toLowerCase()}`} />}
            skeleton={<SkeletonBar width={50} height={160} />}
          >
            <TagList
              label={many}
              tags={shown}
              onEdit={({ _id }) => parent && setEdited({ id: _id, kind, parent: parent._id })}
            />
          </ListStates>
        </Stack>
      </Dialog>
      {/* Beside the dialog, not inside: submitting this form must not submit the other. */}
      <TagForm edited={edited} words={words} onClose={() => setEdited(null)} />
    </>
  );
};

type ListProps = {
  label: string;
  tags: readonly QuestionTag[];
  onEdit: (tag: QuestionTag) => void;
};

const TagList = ({ label, tags, onEdit }: ListProps) => {
  const save = useOperation(updateQuestionTag, { refreshes: refreshedByQuestions });
  const { act, problem } = useRowAct(refreshedByQuestions);
  // On phones a name has its own line above the buttons.
  const narrow = useNarrow();
  const change = (
    { _id, name, version }: QuestionTag,
    changes: { place?: number; is_retired?: boolean },
    done: string,
  ) =>
    void act({
      question: false,
      run: () => save.mutateAsync({ params: { id: _id }, body: { ...changes, version } }),
      done,
      refused: (error) => `${name} was not changed. ${sentenceOf(error)}`,
    });
  return (
    <>
      {problem && <Banner tone="negative" title={problem} />}
      <Paper className={rows.rows} component="ol" withBorder aria-label={label}>
        {tags.map((tag, place) => {
          const { name, is_retired: isRetired } = tag;
          return (
            <Group
              key={tag._id}
              component="li"
              gap="xs"
              justify="flex-end"
              wrap={narrow ? 'wrap' : 'nowrap'}
              mih={40}
              py="xs"
              pl="md"
              pr="xs"
            >
              <Text
                span
                inherit
                flex={narrow ? '1 0 100%' : 1}
                miw={0}
                c={isRetired ? 'dimmed' : 'bright'}
              >
                {name} {isRetired && <Tag>Retired</Tag>}
              </Text>
              <ActionIcon
                size={30}
                aria-label={`Move ${name} up`}
                disabled={place === 0}
                onClick={() => change(tag, { place: place - 1 }, `${name} moved`)}
              >
                <IconArrowUp size={16} stroke={1.7} />
              </ActionIcon>
              <ActionIcon
                size={30}
                aria-label={`Move ${name} down`}
                disabled={place === tags.length - 1}
                onClick={() => change(tag, { place: place + 1 }, `${name} moved`)}
              >
                <IconArrowDown size={16} stroke={1.7} />
              </ActionIcon>
              <ActionIcon size={30} aria-label={`Edit ${name}`} onClick={() => onEdit(tag)}>
                <IconPencil size={16} stroke={1.7} />
              </ActionIcon>
              <Button
                size="xs"
                variant="subtle"
                w={76}
                aria-label={`${isRetired ? 'Restore' : 'Retire'} ${name}`}
                onClick={() =>
                  change(
                    tag,
                    { is_retired: !isRetired },
                    isRetired ? `${name} restored` : `${name} retired`,
                  )
                }
              >
                {isRetired ? 'Restore' : 'Retire'}
              </Button>
            </Group>
          );
        })}
      </Paper>
    </>
  );
};

const tagForm = defineForm({
  noun: 'tag',
  create: createQuestionTag,
  update: updateQuestionTag,
  refreshes: refreshedByQuestions,
  fields: {
    name: text({ label: 'Name', required: true, maxLength: 100 }),
    is_retired: flag({ label: 'Retired: no longer offered', implied: true }),
  },
});

const TagForm = ({
  edited,
  words,
  onClose,
}: {
  edited: Edited;
  words: Words;
  onClose: () => void;
}) => (
  <OpenForm
    open={edited?.id ?? null}
    onClose={onClose}
    noun="tag"
    title={words.edit}
    get={getQuestionTag}
  >
    {(dialog) => <OpenedTagForm {...dialog} edited={edited} words={words} />}
  </OpenForm>
);

const OpenedTagForm = ({
  record,
  edited,
  words,
  ...dialog
}: FormProps<QuestionTag> & { edited: Edited; words: Words }) => {
  const form = useFormState(tagForm, {
    ...dialog,
    ...(record ? { record } : edited && { also: { kind: edited.kind, parent: edited.parent } }),
    done: ({ name }) => (record ? `${name} saved` : `${name} added`),
    gone: 'This tag no longer exists',
  });
  return (
    <ActDialog
      title={record ? words.edit : words.add}
      form={form}
      actLabel={record ? 'Save' : 'Add'}
    >
      <TextInput {...form.field('name')} />
      {record && <Checkbox {...form.field('is_retired')} />}
    </ActDialog>
  );
};
