import { ActionIcon, Button } from '@mantine/core';
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
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import styles from './picked-questions.module.css';
import { pickedNow, type WorksheetForm } from './worksheet.form.ts';

type Props = { form: WorksheetForm; canManage: boolean; onAdd: () => void };

/** The questions of a worksheet by section: add, reorder by drag or keys, remove, update (picture 18). */
export const PickedQuestions = ({ form, canManage, onAdd }: Props) => {
  const { question: questions } = form.values;
  const { error } = form.field('question');
  const sections = sectionsOf(questions);
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
      <div className={styles.head}>
        <h2>Questions</h2>
        <CountPill count={questions.length} />
        <span className={styles.units}>{formatCount(totalUnits(questions), 'unit')}</span>
        {canManage && (
          <>
            <span className={styles.keys}>
              <KeyHint keys="Alt ↑" /> <KeyHint keys="Alt ↓" /> move
            </span>
            <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={onAdd}>
              Add questions
            </Button>
          </>
        )}
      </div>
      {error && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
      {questions.length === 0 ? (
        <p className={styles.empty}>
          No questions yet. Add them by filters here, or pick them in the question bank.
        </p>
      ) : (
        <div ref={rows} className={styles.table} data-rows>
          {sections.map((section) => (
            <section key={section.name} {...(section.title && { 'aria-label': section.title })}>
              {section.title && (
                <header className={styles.section}>
                  <h3>
                    {section.title} <span>{section.name || 'Without a section'}</span>
                  </h3>
                  <span>{marksWords(section.marks)}</span>
                </header>
              )}
              <ol className={styles.rows}>
                {section.questions.map(({ number, question }, index) => (
                  <li
                    key={question._id}
                    className={styles.row}
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
                    {canManage && (
                      <IconGripVertical
                        className={styles.grip}
                        size={16}
                        stroke={1.7}
                        aria-hidden="true"
                      />
                    )}
                    <strong className={styles.number}>{number}</strong>
                    <div className={styles.words}>
                      <p>{questionName(question)}</p>
                      <p>
                        {[question.meta.topic, question.meta.skill].filter(Boolean).join(' · ') ||
                          'Not tagged'}
                      </p>
                      <State question={question} onNewest={canManage && takeNewest} />
                    </div>
                    {question.unit.length > 1 && (
                      <span className={styles.units}>
                        {formatCount(question.unit.length, 'unit')}
                      </span>
                    )}
                    <span className={styles.marks}>{marksWords(marksOf(question.unit))}</span>
                    {canManage && (
                      <span className={styles.acts}>
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
                      </span>
                    )}
                  </li>
                ))}
              </ol>
            </section>
          ))}
          <p className={styles.total}>
            <span>Marks are counted from the units</span>
            <span>Total</span>
            <strong>{marksWords(totalMarks(questions))}</strong>
          </p>
        </div>
      )}
      <p className={styles.said} role="status">
        {said}
      </p>
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
      <span className={styles.changed}>
        <IconInfoCircle size={15} stroke={1.7} aria-hidden="true" />
        Changed after it was picked.
        {onNewest && (
          <button type="button" onClick={() => void onNewest(question)}>
            Use the newest
          </button>
        )}
      </span>
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
