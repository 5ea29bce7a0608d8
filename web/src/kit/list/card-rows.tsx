import { Fragment, type ReactNode } from 'react';
import { GroupWords, startsGroup } from '../../ui/data-table.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import styles from './list.module.css';
import { idOf, type ShownRows } from './shown-rows.ts';
import type { Table } from './table-rows.tsx';

type Props<Row> = ShownRows<Row> &
  Pick<Table<Row>, 'groupOf' | 'groupCount'> & {
    /** A row as a card. */
    renderRow: (row: Row) => ReactNode;
    /** Cards without content, of the real shape. */
    skeleton: ReactNode;
  };

/** The rows of a list as cards, in place of a table. */
export const CardRows = <Row,>({ renderRow, skeleton, ...props }: Props<Row>) => {
  const { rows, groupOf } = props;
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
          <Fragment key={idOf(row)}>
            {startsGroup(rows, index, groupOf) && (
              <li className={styles.group}>
                <GroupWords {...props} index={index} />
              </li>
            )}
            <li data-row={idOf(row)} tabIndex={-1}>
              {renderRow(row)}
            </li>
          </Fragment>
        ))}
      </ul>
    </ListStates>
  );
};
