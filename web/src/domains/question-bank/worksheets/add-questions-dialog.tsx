import { Box, Button, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listQuestions,
  type Question,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  marksOf,
  marksWords,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import {
  mostWorksheetQuestions,
  totalMarks,
} from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import type { PickedQuestion } from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { questionName } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { callOperation } from '../../../lib/api-client.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { textInAddress } from '../../../lib/address-values.ts';
import { useToday } from '../../../lib/settings.ts';
import { CardRows } from '../../../kit/list/card-rows.tsx';
import { defineList, wholeListInput, type ListAddress } from '../../../kit/list/define-list.ts';
import { choice } from '../../../kit/list/filters.tsx';
import { ListTab } from '../../../kit/list/list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonBar } from '../../../ui/list-states.tsx';
import { useTags } from '../question-bank.api.ts';
import { levelFilter, questionSubjects } from '../question-filters.ts';
import card from '../question-card.module.css';
import styles from './picked-questions.module.css';
import { pickedNow } from './worksheet.form.ts';

type Props = {
  /** The initial search text; undefined while the dialog is closed. */
  words: string | undefined;
  onClose: () => void;
  picked: readonly PickedQuestion[];
  onAdd: (questions: readonly PickedQuestion[]) => void;
};

/** Adds questions of the bank to a worksheet: one by one, or all that the filters find. */
export const AddQuestionsDialog = ({ words, ...props }: Props) =>
  words === undefined ? null : <Opened words={words} {...props} />;

const useTopics = () => {
  const topics = useTags().filter(({ kind }) => kind === 'topic');
  return [...new Set(topics.map(({ name }) => name))].map((name) => ({ value: name, label: name }));
};

const foundList = defineList({
  operation: listQuestions,
  nouns: ['question', 'questions'],
  pageSize: 20,
  search: { label: 'Words of the question', field: 'text' },
  filters: {
    subject: choice(questionSubjects, { label: 'Subject' }),
    level: levelFilter,
    topic: {
      label: 'Topic',
      schema: textInAddress,
      where: (topic: unknown) => ({ 'meta.topic': String(topic) }),
      input: { kind: 'one', useChoices: useTopics, none: 'All' },
    },
  },
  empty: { none: 'No questions found' },
});

type Address = ListAddress & { subject?: string };

const Opened = ({ words, onClose, picked, onAdd }: Props & { words: string }) => {
  const [address, setAddress] = useState<Address>({
    subject: picked[0]?.subject ?? 'Mathematics',
    ...(words && { search: words }),
  });
  const [chosen, setChosen] = useState<readonly PickedQuestion[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const today = useToday();
  const client = useQueryClient();
  const room = mostWorksheetQuestions - picked.length;
  const isIn = ({ _id }: Question) => picked.some((one) => one._id === _id);
  const toggle = (question: Question) =>
    setChosen(
      chosen.some(({ _id }) => _id === question._id)
        ? chosen.filter(({ _id }) => _id !== question._id)
        : [...chosen, pickedNow(question)],
    );
  /** Chooses the found questions, up to the worksheet's limit. */
  const chooseFound = async () => {
    setProblem(null);
    const { query } = wholeListInput(foundList, address, today);
    try {
      const { data, count } = await client.fetchQuery({
        queryKey: ['question-bank', 'found', query],
        queryFn: () => callOperation(listQuestions, { query: { ...query, max: 200 } }),
      });
      const others = data.filter(
        (question) => !isIn(question) && !chosen.some(({ _id }) => _id === question._id),
      );
      const taken = others.slice(0, Math.max(room - chosen.length, 0));
      setChosen([...chosen, ...taken.map(pickedNow)]);
      if (taken.length < others.length || count > data.length)
        setProblem(
          `A worksheet has at most ${mostWorksheetQuestions} questions; not all ${count.toLocaleString('en-SG')} found are chosen.`,
        );
    } catch (error) {
      setProblem(`The questions were not chosen. ${sentenceOf(error)}`);
    }
  };
  return (
    <Dialog
      title="Add questions"
      opened
      onClose={onClose}
      size={820}
      footerStart={
        <>
          <strong>{formatCount(chosen.length, 'question')} chosen</strong>
          {chosen.length > 0 && `, ${marksWords(totalMarks(chosen))}`}
        </>
      }
      primary={
        <Button
          variant="filled"
          disabled={chosen.length === 0 || chosen.length > room}
          onClick={() => {
            onAdd(chosen);
            onClose();
          }}
        >
          Add to worksheet
        </Button>
      }
    >
      <ListTab
        list={foundList}
        address={address}
        onAddress={setAddress}
        problem={problem}
        summary={
          <Box className={styles.section} py="sm" px="lg">
            <Button size="xs" onClick={() => void chooseFound()}>
              Choose all found
            </Button>
          </Box>
        }
        render={(rows) => (
          <CardRows
            {...rows}
            renderRow={(question) => (
              <article className={card.card}>
                <Checkbox
                  data-opens
                  checked={isIn(question) || chosen.some(({ _id }) => _id === question._id)}
                  disabled={isIn(question)}
                  onChange={() => toggle(question)}
                  styles={{ description: { paddingInlineStart: 'var(--space-2)' } }}
                  label={questionName(question)}
                  description={[
                    question.meta.section,
                    question.meta.topic,
                    question.meta.skill,
                    marksWords(marksOf(question.unit)),
                    isIn(question) ? 'in the worksheet' : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </article>
            )}
            skeleton={<SkeletonBar width={80} height={40} />}
          />
        )}
      />
    </Dialog>
  );
};
