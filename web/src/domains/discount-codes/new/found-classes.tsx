import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { formatLevel } from '@staffroom/contract/shared/levels.ts';
import { formatCount } from '../../../lib/formats.ts';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../../ui/list-states.tsx';
import { everyClassQuery } from '../../classes/every-class.ts';
import { addClasses, notChosen, removeClasses, type ChosenClass } from '../class-choice.ts';
import type { Wanted } from './class-finder.tsx';
import { ClassRows } from './class-rows.tsx';
import styles from './class-limit.module.css';

type Props = {
  wanted: Wanted | null;
  chosen: readonly ChosenClass[];
  onChange: (chosen: ChosenClass[]) => void;
};

/** The classes that were looked for, each and all of them to be added or removed. */
export const FoundClasses = ({ wanted, chosen, onChange }: Props) => {
  const query = useQuery({
    ...everyClassQuery(wanted?.filter ?? {}),
    enabled: wanted !== null,
  });
  if (!wanted) return <p className={styles.hint}>The classes found stand here.</p>;
  const found = query.data ?? [];
  return (
    <section className={styles.list} aria-label="Classes found">
      <ListStates
        state={listStateOf(query)}
        noun="classes"
        isEmpty={found.length === 0}
        empty={<ListEmpty text={wanted.empty} />}
        skeleton={<RowSkeletons />}
      >
        <FoundHead {...{ wanted, found, chosen, onChange }} />
        <FoundRows key={wanted.words} {...{ found, chosen, onChange }} />
      </ListStates>
    </section>
  );
};

type FoundList = Omit<Props, 'wanted'> & { found: readonly ClassSummary[] };

const FoundHead = ({ wanted, found, chosen, onChange }: FoundList & { wanted: Wanted }) => {
  const fresh = notChosen(found, chosen);
  const taken = found.length - fresh.length;
  return (
    <div className={styles.listHead}>
      <p className={styles.listTitle} aria-live="polite">
        {formatCount(found.length, 'class', 'classes')} {wanted.words}
      </p>
      <div>
        {fresh.length > 0 && (
          <Button size="xs" onClick={() => onChange(addClasses(chosen, fresh))}>
            Add all
          </Button>
        )}
        {taken > 0 && (
          <Button size="xs" variant="subtle" onClick={() => onChange(removeClasses(chosen, found))}>
            Remove all
          </Button>
        )}
      </div>
    </div>
  );
};

const FoundRows = ({ found, chosen, onChange }: FoundList) => {
  const ids = new Set(chosen.map(({ _id }) => _id));
  const now = Temporal.Now.instant();
  return (
    <ClassRows
      label="Classes found"
      classes={found}
      detailOf={(row) => detailOf(row, now)}
      actionOf={(row) =>
        ids.has(row._id)
          ? { label: 'Remove', run: () => onChange(removeClasses(chosen, [row])) }
          : { label: 'Add', run: () => onChange(addClasses(chosen, [row])) }
      }
    />
  );
};

/** "A Maths · Secondary 3 · ended". */
const detailOf = ({ subject, level, is_active, end_date }: ClassSummary, now: Temporal.Instant) =>
  [
    subject,
    ...level.map(formatLevel),
    ...(is_active ? [] : ['inactive']),
    ...(Temporal.Instant.compare(end_date, now) < 0 ? ['ended'] : []),
  ].join(' · ');

const RowSkeletons = () => (
  <div className={styles.skeleton}>
    {[80, 65, 72, 58, 76].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </div>
);
