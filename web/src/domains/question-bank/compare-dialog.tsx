import { Button, Stack, Text } from '@mantine/core';
import type { Question } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { sourceOf } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useShown } from '../../ui/use-shown.ts';
import styles from './compare-dialog.module.css';
import { QuestionText, type ReadableQuestion } from './question-text.tsx';

export type Compared = { question: ReadableQuestion; other: Question };

type Props = {
  open: Compared | null;
  onClose: () => void;
  /** Marks them as no duplicates; set if both are in the bank and the user may manage questions. */
  onNone?: (() => void) | undefined;
};

/** Two questions side by side, to decide whether they are duplicates. */
export const CompareDialog = ({ open, onClose, onNone }: Props) => {
  const shown = useShown(open);
  return (
    <Dialog
      title="Compare"
      opened={open !== null}
      onClose={onClose}
      size={980}
      cancelLabel="Close"
      primary={
        onNone && (
          <Button
            onClick={() => {
              onNone();
              onClose();
            }}
          >
            Not a duplicate
          </Button>
        )
      }
    >
      {shown && (
        <div className={styles.compared}>
          <Stack component="section" gap="sm" aria-label="This question">
            <Text component="h3" variant="title">
              This question
            </Text>
            <QuestionText question={shown.question} />
          </Stack>
          <Stack component="section" gap="sm" aria-label="In the bank">
            <Text component="h3" variant="title">
              In the bank: {sourceOf(shown.other)}
            </Text>
            <QuestionText question={shown.other} />
          </Stack>
        </div>
      )}
    </Dialog>
  );
};
