import { Button, Checkbox } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconHistory, IconPencil, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { filterLevelWords } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { questionName } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { DuplicateButton, LikelyDuplicate, type Duplicate } from './likely-duplicate.tsx';
import styles from './question-card.module.css';
import { QuestionText } from './question-text.tsx';

type QuestionActs = {
  onTag: (question: Question) => void;
  onEdit: (question: Question) => void;
  onVersions: (question: Question) => void;
  onArchive: (question: Question) => void;
};

type Props = {
  question: Question;
  /** Actions for users who may manage questions. */
  acts: QuestionActs | undefined;
  /** Position among the picks for a worksheet, 0 if not picked; undefined for users who make no worksheets. */
  pick?: { place: number; onPick: () => void } | undefined;
  onVersions: (question: Question) => void;
  /** Another question that is nearly the same. */
  duplicate?: Duplicate | undefined;
};

/** A question of the bank: its source, text and answers (part 2 §2, Question bank). */
export const QuestionCard = ({ question, acts, pick, onVersions, duplicate }: Props) => {
  const { meta, level, is_archived: isArchived } = question;
  const name = questionName(question);
  const [showsDuplicate, setShowsDuplicate] = useState(false);
  const chips = [meta.year === null ? '' : String(meta.year), meta.school];
  return (
    <article
      className={styles.card}
      aria-label={name}
      data-picked={(pick && pick.place > 0) || undefined}
    >
      <header className={styles.head}>
        <div className={styles.chips}>
          {pick && (
            <Checkbox
              checked={pick.place > 0}
              aria-label={`Pick “${name}” for a worksheet`}
              data-key="x"
              onChange={pick.onPick}
            />
          )}
          {chips.filter(Boolean).map((words) => (
            <Tag key={words}>{words}</Tag>
          ))}
          {meta.topic && (
            <Tag>
              <strong className={styles.topic}>{meta.topic}</strong>
            </Tag>
          )}
          {meta.skill && <Tag>{meta.skill}</Tag>}
          {meta.is_self_checking && <Tag accent>Self Checking</Tag>}
          {isArchived && <Tag warning>Archived</Tag>}
          <span className={styles.level}>{level.map(filterLevelWords).join(', ')}</span>
        </div>
        <div className={styles.acts}>
          {pick && pick.place > 0 && (
            <span className={styles.picked}>No. {pick.place} of the worksheet</span>
          )}
          <span className={styles.duplicate}>
            {duplicate && (
              <DuplicateButton
                {...duplicate}
                isOpen={showsDuplicate}
                onOpen={() => setShowsDuplicate(!showsDuplicate)}
              />
            )}
          </span>
          {acts && (
            <>
              <Button
                size="xs"
                leftSection={<IconTag size={15} stroke={1.7} />}
                data-key="t"
                onClick={() => acts.onTag(question)}
              >
                Tag Question
                <RowHint keys="T" />
              </Button>
              <Button
                size="xs"
                leftSection={<IconPencil size={15} stroke={1.7} />}
                data-key="e"
                data-opens
                onClick={() => acts.onEdit(question)}
              >
                Edit
                <RowHint keys="E" />
              </Button>
            </>
          )}
          <RowMenu
            of={name}
            actions={[
              { label: 'Versions', icon: IconHistory, onClick: () => onVersions(question) },
              ...(acts
                ? [
                    {
                      label: isArchived ? 'Restore' : 'Archive',
                      icon: isArchived ? IconArchiveOff : IconArchive,
                      onClick: () => acts.onArchive(question),
                      apart: true,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </header>
      {duplicate && showsDuplicate && <LikelyDuplicate {...duplicate} />}
      <QuestionText question={question} />
    </article>
  );
};

/** Shown on the focused row, where the key applies. */
const RowHint = ({ keys }: { keys: string }) => (
  <span className={styles.hint}>
    <KeyHint keys={keys} />
  </span>
);

export const QuestionSkeletons = () => (
  <div className={styles.skeletons}>
    {[58, 72, 46, 66].map((width) => (
      <div key={width} className={styles.skeleton}>
        <SkeletonBar width={34} height={18} />
        <SkeletonBar width={width} height={14} />
        <SkeletonBar width={width - 20} height={14} />
      </div>
    ))}
  </div>
);
