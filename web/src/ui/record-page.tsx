import type { ReactNode } from 'react';
import { isMissing } from '../lib/api-error.ts';
import { ListEmpty, ListError, SkeletonBar } from './list-states.tsx';
import { Panel, PanelBody } from './panel.tsx';
import styles from './record-page.module.css';

/** The body of a record's page: its facts in a column, beside them its lists. */
export const RecordColumns = ({ facts, children }: { facts: ReactNode; children: ReactNode }) => (
  <div className={styles.columns}>
    {facts}
    <div className={styles.records}>{children}</div>
  </div>
);

type StatesProps = {
  /** "class": This class does not exist. */
  noun: string;
  query: { error: unknown; isError: boolean; refetch: () => unknown };
  /** It was answered, but does not belong to this address. */
  isElsewhere?: boolean;
  /** The way to what there is. */
  wayBack: ReactNode;
  /** The page's shape while it loads, where it has no columns. */
  skeleton?: ReactNode;
};

/** The body of a record's page while the record is not there: loading, refused, or nobody has it. */
export const RecordStates = ({ noun, query, isElsewhere, wayBack, skeleton }: StatesProps) => {
  if (isElsewhere || isMissing(query.error))
    return (
      <Panel>
        <ListEmpty text={`This ${noun} does not exist`} actions={wayBack} />
      </Panel>
    );
  if (query.isError)
    return (
      <Panel>
        <ListError
          what={`The ${noun} could not be loaded`}
          error={query.error}
          retry={() => void query.refetch()}
        />
      </Panel>
    );
  return skeleton ?? <ColumnsSkeleton />;
};

const ColumnsSkeleton = () => (
  <div className={styles.columns} aria-busy="true">
    {[
      [60, 80, 70, 90, 50, 65],
      [40, 95, 90, 95],
    ].map((widths) => (
      <Panel key={widths.length}>
        <PanelBody>
          <div className={styles.bars}>
            {widths.map((width, index) => (
              <SkeletonBar key={index} width={width} />
            ))}
          </div>
        </PanelBody>
      </Panel>
    ))}
  </div>
);
