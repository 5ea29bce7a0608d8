import { Button, Flex, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../lib/formats.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { keptDrafts, type Draft } from './drafts.ts';
import styles from './unfinished-questions.module.css';

type Props = {
  /** The drafts; those of new questions by default. */
  drafts?: readonly Draft[];
  onContinue: (id: string) => void;
};

/** Lists unsaved questions that this user typed in this browser, to continue or discard them. */
export const UnfinishedQuestions = ({ drafts, onContinue }: Props) => {
  const kept = keptDrafts(useSessionUser()._id);
  const { dateTime } = useFormats();
  const confirm = useConfirm();
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  const rest = (drafts ?? kept.list()).filter(({ id }) => !discarded.includes(id));
  const [latest] = rest;
  if (!latest) return null;
  const discard = async () => {
    const question = {
      title: 'Discard this draft?',
      message: 'Its text will be lost.',
      confirmLabel: 'Discard',
      danger: true,
    };
    if (!(await confirm(question))) return;
    kept.clear(latest.id);
    setDiscarded([...discarded, latest.id]);
  };
  return (
    <Flex
      className={styles.line}
      component="section"
      rowGap="xs"
      columnGap="sm"
      align="center"
      wrap="wrap"
      mih={40}
      py="xs"
      px="lg"
      aria-label="Unfinished question"
    >
      <IconRefresh size={17} stroke={1.7} aria-hidden="true" />
      <Text inherit flex="1 1 200px" miw={0} c="secondary">
        <Text component="strong" inherit fw={600} c="bright">
          {rest.length === 1
            ? 'A question is not saved yet.'
            : `${formatCount(rest.length, 'question')} are not saved yet.`}
        </Text>{' '}
        {latest.words && <span>“{shortened(latest.words)}”, </span>}
        typed <time dateTime={latest.at}>{dateTime(latest.at)}</time>
      </Text>
      <Button size="xs" variant="subtle" onClick={() => void discard()}>
        Discard draft
      </Button>
      <Button size="xs" onClick={() => onContinue(latest.id)}>
        Continue
      </Button>
    </Flex>
  );
};

const longest = 60;

const shortened = (words: string) =>
  words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
