import { ActionIcon, Anchor, Button, Flex, Group, Text, VisuallyHidden } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconInfoCircle,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import {
  useLayoutEffect,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { getQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  marksOf,
  marksWords,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import {
  movedBy,
  movedTo,
  sectionsOf,
  totalMarks,
  totalUnits,
} from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import type { PickedQuestion } from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { questionName } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { callOperation } from '../../../lib/api-client.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { CountPill, Tag } from '../../../ui/status-chip.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import styles from './picked-questions.module.css';
import { pickedNow, type WorksheetForm } from './worksheet.form.ts';

type Props = { form: WorksheetForm; canManage: boolean; onAdd: () => void };

/** The questions of a worksheet by section: add, reorder by drag or keys, remove, update (picture 18). */
export const PickedQuestions = ({ form, canManage, onAdd }: Props) => {
  const { question: questions } = form.values;
  const { error } = form.field('question');
  const sections = sectionsOf(questions);
  const isNarrow = useNarrow();
  const rows = useRowKeys<HTMLDivElement>(questions.length > 0);
  const keepFocus = useKeptFocus(rows);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const set = (question: readonly PickedQuestion[]) => form.set({ question });
  const move = (id: string, step: -1 | 1) => {
    const moved = movedBy(questions, id, step);
    set(moved);
    const place = sectionsOf(moved)
      .flatMap((section) => section.questions)
      .find((one) => one.question._id === id);
    if (place) setSaid(`Now number ${place.number} of ${questions.length}`);
    keepFocus(id);
  };
  const remove = (id: string) => set(questions.filter(({ _id }) => _id !== id));
  const takeNewest = async ({ _id }: PickedQuestion) => {
    try {
      const { data } = await callOperation(getQuestion, { params: { id: _id } });
      form.set({
        question: questions.map((one) => (one._id === _id ? pickedNow(data) : one)),
      });
    } catch (reason) {
      showSnackbar(`The newest version could not be used. ${sentenceOf(reason)}`);
    }
  };
  /** Dragging over another question of the same section takes its place. */
  const dragOver = (over: PickedQuestion) => (event: DragEvent) => {
    const moved = questions.find(({ _id }) => _id === dragged);
    if (!moved || moved.meta.section !== over.meta.section) return;
    event.preventDefault();
    if (moved !== over) set(movedTo(questions, moved._id, questions.indexOf(over)));
  };
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    if (!canManage || !event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    move(id, event.key === 'ArrowUp' ? -1 : 1);
  };

  return (
    <>
      <Group wrap="wrap">
        <Text component="h2" variant="title">
          Questions
        </Text>
        <CountPill count={questions.length} />
        <Text span flex="none" variant="meta" c="dimmed">
          {formatCount(totalUnits(questions), 'unit')}
        </Text>
        {canManage && (
          <>
            <Text span ml="auto" visibleFrom="sm" variant="meta" c="secondary">
              <KeyHint keys="Alt ↑" /> <KeyHint keys="Alt ↓" /> move
            </Text>
            <Button
              ml={isNarrow ? 'auto' : undefined}
              leftSection={<IconPlus size={17} stroke={1.7} />}
              onClick={onAdd}
            >
              Add questions
            </Button>
          </>
        )}
      </Group>
      {error && (
        <Text variant="meta" c="negative" role="alert">
          {error}
        </Text>
      )}
      {questions.length === 0 ? (
        <Text inherit p="xl" c="secondary" ta="center" bd="1px dashed var(--line-2)" bdrs="md">
          No questions yet. Add them by filters here, or pick them in the question bank.
        </Text>
      ) : (
        <div ref={rows} className={styles.table} data-rows>
          {sections.map((section) => (
            <section key={section.name} {...(section.title && { 'aria-label': section.title })}>
              {section.title && (
                <Flex
                  className={styles.section}
                  component="header"
                  align="center"
                  justify="space-between"
                  mih={30}
                  pl="lg"
                  pr="md"
                  variant="meta"
                  c="secondary"
                >
                  <Text component="h3" variant="label" c="bright">
                    {section.title}{' '}
                    <Text span ml="xs" variant="meta" c="secondary">
                      {section.name || 'Without a section'}
                    </Text>
                  </Text>
                  <span>{marksWords(section.marks)}</span>
                </Flex>
              )}
              <ol>
                {section.questions.map(({ number, question }, index) => (
                  <Flex
                    key={question._id}
                    className={styles.row}
                    component="li"
                    gap="md"
                    align="center"
                    mih={46}
                    data-row
                    data-id={question._id}
                    data-dragged={dragged === question._id || undefined}
                    tabIndex={-1}
                    draggable={canManage}
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move';
                      setDragged(question._id);
                    }}
                    onDragOver={dragOver(question)}
                    onDrop={(event) => event.preventDefault()}
                    onDragEnd={() => setDragged(null)}
                    onKeyDown={onKeyDown(question._id)}
                  >
                    {canManage && <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />}
                    <Text component="strong" inherit flex="none" miw={22} fw={650}>
                      {number}
                    </Text>
                    <div className={styles.words}>
                      <Text inherit truncate c="bright">
                        {questionName(question)}
                      </Text>
                      <Text truncate variant="meta" c="dimmed">
                        {[question.meta.topic, question.meta.skill].filter(Boolean).join(' · ') ||
                          'Not tagged'}
                      </Text>
                      <State question={question} onNewest={canManage && takeNewest} />
                    </div>
                    <Group
                      className={styles.facts}
                      component="span"
                      gap="md"
                      flex={isNarrow ? 1 : 'none'}
                    >
                      {question.unit.length > 1 && (
                        <Text span variant="meta" c="dimmed">
                          {formatCount(question.unit.length, 'unit')}
                        </Text>
                      )}
                      <Text span miw={isNarrow ? 0 : 56} variant="label" c="bright" ta="end">
                        {marksWords(marksOf(question.unit))}
                      </Text>
                    </Group>
                    {canManage && (
                      <Flex component="span" flex="none">
                        <ActionIcon
                          aria-label={`Move question ${number} up`}
                          disabled={index === 0}
                          onClick={() => move(question._id, -1)}
                        >
                          <IconChevronUp size={16} stroke={1.7} />
                        </ActionIcon>
                        <ActionIcon
                          aria-label={`Move question ${number} down`}
                          disabled={index === section.questions.length - 1}
                          onClick={() => move(question._id, 1)}
                        >
                          <IconChevronDown size={16} stroke={1.7} />
                        </ActionIcon>
                        <ActionIcon
                          aria-label={`Remove question ${number}`}
                          onClick={() => remove(question._id)}
                        >
                          <IconX size={16} stroke={1.7} />
                        </ActionIcon>
                      </Flex>
                    )}
                  </Flex>
                ))}
              </ol>
            </section>
          ))}
          <Group component="p" align="baseline" py="sm" px="lg" variant="meta" c="secondary">
            <Text span inherit flex={1}>
              Marks are counted from the units
            </Text>
            <span>Total</span>
            <Text component="strong" variant="h2" c="bright">
              {marksWords(totalMarks(questions))}
            </Text>
          </Group>
        </div>
      )}
      <VisuallyHidden component="p" role="status">
        {said}
      </VisuallyHidden>
    </>
  );
};

type StateProps = {
  question: PickedQuestion;
  onNewest: ((question: PickedQuestion) => Promise<void>) | false;
};

const State = ({ question, onNewest }: StateProps) => (
  <>
    {question.is_archived && <Tag warning>Archived in the bank</Tag>}
    {question.is_changed && (
      <Flex
        component="span"
        rowGap="xs"
        columnGap="sm"
        align="center"
        wrap="wrap"
        variant="meta"
        c="secondary"
      >
        <IconInfoCircle size={15} stroke={1.7} aria-hidden="true" />
        Changed after it was picked.
        {onNewest && (
          <Anchor component="button" type="button" onClick={() => void onNewest(question)}>
            Use the newest
          </Anchor>
        )}
      </Flex>
    )}
  </>
);

/** Keeps the focus on a row that is moved. */
const useKeptFocus = (rows: RefObject<HTMLElement | null>) => {
  const [kept, setKept] = useState<{ id: string } | null>(null);
  // In the same commit as the move: later, the focus may already be elsewhere.
  useLayoutEffect(() => {
    const moved = kept && rows.current?.querySelector<HTMLElement>(`[data-id="${kept.id}"]`);
    if (!moved) return;
    // A button that moved the row to an end is now disabled and loses the focus.
    const active = document.activeElement;
    if (!moved.contains(active) || active?.matches(':disabled')) moved.focus();
    moved.scrollIntoView({ block: 'nearest' });
  }, [kept, rows]);
  return (id: string) => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    if (row?.dataset['id'] === id) setKept({ id });
  };
};
