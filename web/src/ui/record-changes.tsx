import type { RecordChange } from '@staffroom/contract/shared/changes.ts';
import { ListEmpty, ListStates, SkeletonBar, type ListState } from './list-states.tsx';
import type { Tone } from './status-chip.tsx';
import { Timeline, TimelineChange, TimelineStep } from './timeline.tsx';
import styles from './record-changes.module.css';

/** How a kind of record's changes read; what is not named stands as it came. */
export type ChangeWords = {
  /** Field of the wire → the form's label: `end_date` → "End Date". */
  fields: Readonly<Record<string, string>>;
  /** Action → what happened: `discount_code.updated` → "Updated". */
  actions: Readonly<Record<string, { words: string; tone: Tone }>>;
};

type Props = {
  /** Newest first, as the API answers them. */
  entries: readonly RecordChange[];
  words: ChangeWords;
  state: ListState;
};

/** The changes made to a record, from its audit trail: who, when, what from which value to which. */
export const RecordChanges = ({ entries, words, state }: Props) => (
  <ListStates
    state={state}
    noun="changes"
    isEmpty={entries.length === 0}
    empty={<ListEmpty text="There are no changes to display" />}
    skeleton={<ChangesSkeleton />}
  >
    <div className={styles.changes}>
      <Timeline label="Changes">
        {entries.map((entry) => (
          <ChangeStep key={entry._id} entry={entry} words={words} />
        ))}
      </Timeline>
    </div>
  </ListStates>
);

const ChangeStep = ({ entry, words }: { entry: RecordChange; words: ChangeWords }) => {
  const action = words.actions[entry.action] ?? { words: entry.action, tone: 'grey' as const };
  return (
    <TimelineStep title={action.words} tone={action.tone} by={entry.by.name || '---'} at={entry.at}>
      {entry.changes.map(({ field, from, to }) => (
        <TimelineChange key={field} field={words.fields[field] ?? field} from={from} to={to} />
      ))}
    </TimelineStep>
  );
};

const ChangesSkeleton = () => (
  <div className={styles.skeleton}>
    {[70, 50, 60, 45].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </div>
);
