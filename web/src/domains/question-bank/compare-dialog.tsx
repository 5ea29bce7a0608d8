import { Button } from '@mantine/core';
import type { Question } from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import { sourceOf } from '@staffroom/contract/domains/question-bank/question-words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useShown } from '../../ui/use-shown.ts';
import styles from './compare-dialog.module.css';
import { QuestionText, type ReadableQuestion } from './question-text.tsx';

/** A question and the one that it may be a duplicate of. */
export type Compared = { question: ReadableQuestion; other: Question };

type Props = {
  open: Compared | null;
  onClose: () => void;
  /** Says that they are no duplicates, of questions that are both in the bank, for those who keep it. */
  onNone?: (() => void) | undefined;
};

/** Both questions side by side, with their answers. */
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
