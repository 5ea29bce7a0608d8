import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconFileImport, IconFileText, IconTags } from '@tabler/icons-react';
import { z } from 'zod';
import {
  archiveQuestion,
  jsonFile,
  listQuestions,
  moodleFile,
  type Question,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  hasTopicFilter,
  newQuestion,
  questionsOnAPage,
  showingWords,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { hasFormula } from 'staffroom-contract/shared/formulas.ts';
import { questionName } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { CardRows } from '../../kit/list/card-rows.tsx';
import {
  defineList,
  filterValue,
  firstPage,
  listPageQuery,
  type ListAddress,
} from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { ListPage } from '../../kit/list/list.tsx';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useToday, type ClientSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageActs } from '../../ui/page-acts.tsx';
import { loadRichText } from '../../ui/rich-text/rich-text-view.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { refreshedByQuestions, tagsQuery, useTags } from './question-bank.api.ts';
import type { Compared } from './compare-dialog.tsx';
import { useDuplicates } from './likely-duplicate.tsx';
import { levelFilter, questionSubjects } from './question-filters.ts';
import { QuestionCard, QuestionSkeletons } from './question-card.tsx';
import { PickedFoot, togglePick, usePicks } from './worksheets/picked-foot.tsx';
import { UnfinishedQuestions } from './unfinished-questions.tsx';

// Loaded on demand: rarely needed when the list opens.
const QuestionFormDialog = lazyForm(async () => (await import('./question-form.tsx')).QuestionForm);
const TagQuestionDialog = lazyForm(
  async () => (await import('./tag-question-dialog.tsx')).TagQuestionDialog,
);
const CompareDialog = lazyForm(async () => (await import('./compare-dialog.tsx')).CompareDialog);
const VersionsDialog = lazyForm(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
const ImportDialog = lazyForm(async () => (await import('./import-dialog.tsx')).ImportDialog);
const TagsDialog = lazyForm(async () => (await import('./tags-dialog.tsx')).TagsDialog);

const asksForTopic = (address: ListAddress) =>
  hasTopicFilter((filterValue(address, 'subject') ?? newQuestion.subject) as string);

/** Topics of Mathematics, including retired ones, which questions may still have. */
const useTopics = () => {
  const tags = useTags();
  const subject = tags.find(({ kind, name }) => kind === 'subject' && hasTopicFilter(name));
  return tags
    .filter(({ kind, parent }) => kind === 'topic' && parent === subject?._id)
    .map(({ name, is_retired: isRetired }) => ({
      value: name,
      label: name,
      ...(isRetired && { about: 'retired' }),
    }));
};

const questionList = defineList({
  operation: listQuestions,
  nouns: ['question', 'questions'],
  pageSize: questionsOnAPage,
  file: 'questions.csv',
  // Both formats can be imported again.
  formats: [
    { label: 'JSON', mediaType: jsonFile, file: 'questions.json' },
    { label: 'Moodle XML', mediaType: moodleFile, file: 'questions.xml' },
  ],
  search: { label: 'Words of the question', field: 'text' },
  applies: 'Search',
  showing: showingWords,
  filters: {
    subject: {
      ...choice(questionSubjects, { label: 'Subject', usual: newQuestion.subject }),
      excludes: 'topic',
    },
    level: levelFilter,
    topic: {
      label: 'Topic',
      schema: textInAddress,
      isShown: asksForTopic,
      where: (topic: unknown, address: ListAddress) =>
        asksForTopic(address) ? { 'meta.topic': String(topic) } : {},
      input: { kind: 'one', useChoices: useTopics, none: 'All' },
    },
    archived: choice(['archived'], {
      label: 'Archive',
      words: () => 'Archived',
      none: 'Not archived',
      where: () => ({ is_archived: true }),
    }),
  },
  empty: { none: 'No questions found' },
});

export const questionSearchSchema = questionList.address.extend({
  dialog: optionalInAddress(z.enum(['create', 'tags', 'import'])),
  /** The draft that the new question continues. */
  draft: optionalInAddress(z.string().max(100)),
  /** The question being edited, tagged, or whose versions are shown. */
  question: optionalInAddress(z.uuid()),
  tag: optionalInAddress(z.uuid()),
  versions: optionalInAddress(z.uuid()),
});
export type QuestionSearch = z.infer<typeof questionSearchSchema>;

export const firstQuestions = ({
  search,
  settings,
}: {
  search: object;
  settings: ClientSettings;
}) => [
  ...firstPage(questionList)({ search: questionSearchSchema.parse(search), settings }),
  tagsQuery,
];

type Props = {
  search: QuestionSearch;
  onSearch: (search: QuestionSearch, step?: { replaces: boolean }) => void;
};

/** The question bank: find, add, tag, edit questions (part 2 §2, Question bank at /question-bank). */
export const QuestionList = ({ search, onSearch }: Props) => {
  const canManage = useCan('question.canManage');
  const canManageTags = useCan('question.canManageTags');
  const { dialog, draft, question, tag, versions, ...listed } = search;
  const picks = usePicks();
  const close = () => onSearch(listed, { replaces: true });
  const { act, problem } = useRowAct(refreshedByQuestions);
  const archive = useOperation(archiveQuestion, { refreshes: refreshedByQuestions });
  const { duplicates, code } = useShownQuestions(listed);
  const [compared, setCompared] = useState<Compared | null>(null);
  useRowKey('x', 'Pick for a worksheet, of the row', canManage);
  useRowKey('t', 'Tag Question, of the row', canManage);
  useRowKey('e', 'Edit, of the row', canManage);

  const archiveOrTakeBack = (of: Question) => {
    const { is_archived: isArchived, version } = of;
    const name = questionName(of);
    void act({
      question: !isArchived && {
        title: 'Archive this question?',
        message: `“${name}” is removed from the list; worksheets that contain it keep it. To restore it, use the filter Archive.`,
        confirmLabel: 'Archive',
      },
      run: () =>
        archive.mutateAsync({
          params: { id: of._id },
          body: { is_archived: !isArchived, version },
        }),
      done: isArchived ? 'Question restored' : 'Question archived',
      refused: (error) => `“${name}” was not changed. ${sentenceOf(error)}`,
    });
  };
  const judge = (id: string, other: Question, isDuplicate: boolean) =>
    void act({
      question: false,
      run: () => duplicates.judge(id, other._id, isDuplicate),
      done: isDuplicate ? 'Undone' : 'Marked as not a duplicate for all users',
      refused: (error) => `“${questionName(other)}” was not changed. ${sentenceOf(error)}`,
    });
  const duplicateOf = (row: Question) => {
    const found = duplicates.of(row._id);
    if (!found) return undefined;
    const other = found.hint.question;
    return {
      ...found,
      onCompare: () => setCompared({ question: row, other }),
      onJudge: canManage ? (isDuplicate: boolean) => judge(row._id, other, isDuplicate) : undefined,
    };
  };
  const openVersions = ({ _id }: Question) => onSearch({ ...listed, versions: _id });

  return (
    <ListPage
      title="Question Bank"
      besideTitle={<Tag>Beta</Tag>}
      list={questionList}
      address={search}
      onAddress={onSearch}
      after={{ query: code, isEmpty: false }}
      problem={problem}
      beside={canManage && <PickedFoot />}
      summary={
        canManage && (
          <UnfinishedQuestions
            onContinue={(id) => onSearch({ ...listed, dialog: 'create', draft: id })}
          />
        )
      }
      render={(rows) => (
        <CardRows
          {...rows}
          renderRow={(row) => (
            <QuestionCard
              question={row}
              duplicate={duplicateOf(row)}
              pick={
                canManage
                  ? {
                      place: picks.findIndex(({ _id }) => _id === row._id) + 1,
                      onPick: () => togglePick(row),
                    }
                  : undefined
              }
              onVersions={openVersions}
              acts={
                canManage
                  ? {
                      onTag: ({ _id }) => onSearch({ ...listed, tag: _id }),
                      onEdit: ({ _id }) => onSearch({ ...listed, question: _id }),
                      onVersions: openVersions,
                      onArchive: archiveOrTakeBack,
                    }
                  : undefined
              }
            />
          )}
          skeleton={<QuestionSkeletons />}
        />
      )}
      primary={
        canManage && {
          label: 'Add New Question',
          onClick: () => onSearch({ ...listed, dialog: 'create' }),
        }
      }
      secondary={
        <>
          <LinkButton
            to="/question-bank/worksheets"
            leftSection={<IconFileText size={17} stroke={1.7} />}
          >
            Worksheets
          </LinkButton>
          <PageActs
            of="Question Bank"
            acts={[
              ...(canManage
                ? [
                    {
                      label: 'Import',
                      icon: IconFileImport,
                      onClick: () => onSearch({ ...listed, dialog: 'import' }),
                    },
                  ]
                : []),
              ...(canManageTags
                ? [
                    {
                      label: 'Topics and tags',
                      icon: IconTags,
                      onClick: () => onSearch({ ...listed, dialog: 'tags' }),
                    },
                  ]
                : []),
            ]}
          />
        </>
      }
    >
      <QuestionFormDialog
        open={canManage ? (question ?? (dialog === 'create' ? 'new' : null)) : null}
        draft={draft}
        onClose={close}
      />
      <TagQuestionDialog open={canManage ? (tag ?? null) : null} onClose={close} />
      <CompareDialog open={compared} onClose={() => setCompared(null)} />
      <VersionsDialog open={versions ?? null} canRestore={canManage} onClose={close} />
      <ImportDialog open={canManage && dialog === 'import' ? 'import' : null} onClose={close} />
      <TagsDialog open={canManageTags && dialog === 'tags' ? 'tags' : null} onClose={close} />
    </ListPage>
  );
};

/**
 * Waits for what the page's questions need: the code of formatted text, so that cards do not grow after rendering (the
 * formula renderer only if a question has a formula). Their likely duplicates may arrive later.
 */
const useShownQuestions = (search: QuestionSearch) => {
  const { data, isError } = useQuery(listPageQuery(questionList, search, useToday()));
  const withFormulas =
    data !== undefined && hasFormula(JSON.stringify(data).replaceAll('\\"', '"'));
  const duplicates = useDuplicates(data?.data ?? []);
  const code = useQuery({
    queryKey: ['rich-text', withFormulas],
    queryFn: async () => {
      await loadRichText(withFormulas);
      return true;
    },
    staleTime: Infinity,
    enabled: data !== undefined || isError,
  });
  return { duplicates, code };
};

/** A letter key that clicks a button of the focused row. */
const useRowKey = (key: string, label: string, enabled: boolean) => {
  const button = () =>
    document.activeElement
      ?.closest('[data-row]')
      ?.querySelector<HTMLElement>(`[data-key="${key}"]`);
  useShortcut(key, label, () => button()?.click(), {
    enabled,
    when: () => button() !== undefined && button() !== null,
  });
};
