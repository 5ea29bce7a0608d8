import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelScroll } from '../../ui/panel.tsx';
import { ready } from './ready.ts';

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  about?: ReactNode;
  noun: string;
};

/** A panel with one table whose rows are there. */
export const TablePanel = <Row,>({ about, ...table }: TableProps<Row>) => (
  <Panel>
    <PanelHead title={table.caption}>
      {about && (
        <Text span variant="meta" c="dimmed">
          {about}
        </Text>
      )}
    </PanelHead>
    <PanelScroll label={table.caption}>
      <DataTable {...table} state={ready} empty={null} />
    </PanelScroll>
  </Panel>
);
