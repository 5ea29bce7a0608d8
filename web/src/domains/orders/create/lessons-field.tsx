import { Button } from '@mantine/core';
import type { OrderLessonChoice } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { SkeletonBar } from '../../../ui/list-states.tsx';
import styles from './lesson-picker.module.css';
import { LessonPicker } from './lesson-picker.tsx';
import type { OrderDraft } from './order-draft.ts';
import formStyles from './order-form.module.css';
import type { OrderQuote } from './use-order-quote.ts';

type Props = {
  draft: OrderDraft;
  state: OrderQuote;
  chosen: readonly OrderLessonChoice[];
  onChange: (lessons: readonly OrderLessonChoice[]) => void;
  error?: string | undefined;
};

/** The lessons of the chosen class, or what is missing to show them. */
export const LessonsField = ({ draft, state, chosen, onChange, error }: Props) => (
  <div>
    {state.quote ? (
      <LessonPicker
        key={draft.class?._id}
        lessons={state.quote.lessons}
        chosen={chosen}
        type={draft.type}
        onChange={onChange}
      />
    ) : (
      <section className={styles.panel} aria-label="Lessons">
        <header className={styles.head} role="presentation">
          <h3 className={styles.heading}>Lessons</h3>
        </header>
        <Waiting draft={draft} state={state} />
      </section>
    )}
    {draft.class?.force_full_purchase && draft.type === 'PAYMENT' && !error && (
      <p className={formStyles.note}>
        This class is sold as a whole: all its remaining lessons belong to the order.
      </p>
    )}
    {error && (
      <p className={formStyles.problem} role="alert">
        {error}
      </p>
    )}
  </div>
);

const Waiting = ({ draft, state }: Pick<Props, 'draft' | 'state'>) => {
  if (state.error)
    return (
      <div className={styles.waiting} role="alert">
        <p>The lessons could not be loaded. {sentenceOf(state.error)}</p>
        <p>
          <Button size="xs" onClick={state.retry}>
            Load lessons again
          </Button>
        </p>
      </div>
    );
  if (!draft.class) return <p className={styles.waiting}>Choose a class to see its lessons.</p>;
  return (
    <div className={styles.body} aria-busy="true">
      <SkeletonBar width={96} height={60} />
    </div>
  );
};
