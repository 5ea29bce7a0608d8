import { Box, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FactGroup } from '../../ui/facts.tsx';
import type { ListState } from '../../ui/list-states.tsx';
import styles from './glance-table.module.css';

type Props<Row> = {
  title: string;
  caption: string;
  columns: readonly Column<Row>[];
  /** The loaded rows; the first few are shown. */
  rows: readonly Row[];
  /** Total number of rows. */
  count: number;
  state: ListState;
  /** Plural noun for sentences: "orders". */
  noun: string;
  /** Which end of the list is shown: "The last 3 of 7 orders." */
  end: 'last' | 'next';
  empty: string;
  shown?: number;
  studentId: string;
  /** Content between title and rows. */
  children?: ReactNode;
};

/** The first rows of a student's list in the detail dialog, with a link to all of them. */
export const GlanceTable = <Row extends { _id: string }>({
  title,
  count,
  end,
  empty,
  shown = 3,
  studentId,
  children,
  ...props
}: Props<Row>) => (
  <FactGroup title={title}>
    {children}
    <div className={styles.table} role="region" aria-label={props.caption} tabIndex={0}>
      <DataTable
        {...props}
        rows={props.rows.slice(0, shown)}
        rowKey={({ _id }) => _id}
        skeletonRows={shown}
        empty={
          <Box component="p" py="md" px="lg">
            {empty}
          </Box>
        }
      />
    </div>
    {count > shown && (
      <Text variant="meta">
        The {end} {shown} of {count} {props.noun}.{' '}
        <Link to="/user/$userId" params={{ userId: studentId }}>
          See all on the student’s page
        </Link>
      </Text>
    )}
  </FactGroup>
);
