import { Button, Checkbox, Flex, Text, Group, Stack } from '@mantine/core';
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
      <Flex
        component="header"
        rowGap="xs"
        columnGap="md"
        align="center"
        justify="space-between"
        wrap="wrap"
        mb="xs"
      >
        <Group align="flex-start" flex="1 1 300px" miw={0}>
          {pick && (
            <Checkbox
              checked={pick.place > 0}
              aria-label={`Pick “${name}” for a worksheet`}
              data-key="x"
              onChange={pick.onPick}
            />
          )}
          <Flex rowGap="xs" columnGap="sm" align="center" wrap="wrap" mih={20} miw={0}>
            {chips.filter(Boolean).map((words) => (
              <Tag key={words}>{words}</Tag>
            ))}
            {meta.topic && (
              <Tag>
                <Text component="strong" inherit fw={650} c="bright">
                  {meta.topic}
                </Text>
              </Tag>
            )}
            {meta.skill && <Tag>{meta.skill}</Tag>}
            {meta.is_self_checking && <Tag accent>Self Checking</Tag>}
            {isArchived && <Tag warning>Archived</Tag>}
            <Text span variant="meta" c="dimmed">
              {level.map(filterLevelWords).join(', ')}
            </Text>
          </Flex>
        </Group>
        <Group className={styles.acts}>
          {pick && pick.place > 0 && (
            <Text className={styles.picked} span variant="meta" c="accent">
              No. {pick.place} of the worksheet
            </Text>
          )}
          <Flex className={styles.duplicate} component="span" justify="flex-end" flex="none">
            {duplicate && (
              <DuplicateButton
                {...duplicate}
                isOpen={showsDuplicate}
                onOpen={() => setShowsDuplicate(!showsDuplicate)}
              />
            )}
          </Flex>
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
        </Group>
      </Flex>
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
  <div>
    {[58, 72, 46, 66].map((width) => (
      <div key={width}>
        <Stack className={styles.card} gap="md" mih={130}>
          <SkeletonBar width={34} height={18} />
          <SkeletonBar width={width} height={14} />
          <SkeletonBar width={width - 20} height={14} />
        </Stack>
      </div>
    ))}
  </div>
);
