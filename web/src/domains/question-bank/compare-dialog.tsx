import { Button } from '@mantine/core';
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
          <section aria-label="This question">
            <h3 className={styles.title}>This question</h3>
            <QuestionText question={shown.question} />
          </section>
          <section aria-label="In the bank">
            <h3 className={styles.title}>In the bank: {sourceOf(shown.other)}</h3>
            <QuestionText question={shown.other} />
          </section>
        </div>
      )}
    </Dialog>
  );
};
