import { Fragment, type ReactNode } from 'react';
import { GroupWords, startsGroup } from '../../ui/data-table.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import type { ShownRows } from './list-view.tsx';
import styles from './list.module.css';

type Props<Row> = ShownRows<Row> & {
  /** A row as a card. */
  renderRow: (row: Row) => ReactNode;
  /** Cards without content, of the real shape. */
  skeleton: ReactNode;
};

/** The rows of a list as cards, in place of a table. */
export const CardRows = <Row,>({ renderRow, skeleton, ...props }: Props<Row>) => {
  const { rows, rowKey, groupOf } = props;
  const keys = useRowKeys<HTMLUListElement>(rows.length > 0);
  return (
    <ListStates
      state={props.state}
      noun={props.noun}
      isEmpty={rows.length === 0}
      empty={props.empty}
      skeleton={skeleton}
    >
      <ul ref={keys} className={styles.cards}>
        {rows.map((row, index) => (
          <Fragment key={rowKey(row)}>
            {startsGroup(rows, index, groupOf) && (
              <li className={styles.group}>
                <GroupWords {...props} index={index} />
              </li>
            )}
            <li data-row={rowKey(row)} tabIndex={-1}>
              {renderRow(row)}
            </li>
          </Fragment>
        ))}
      </ul>
    </ListStates>
  );
};
