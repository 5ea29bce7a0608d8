import { Button, Flex, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listAttendanceImports,
  type AttendanceImport,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { formatCount } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { Moment } from '../../ui/moment.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import { PersonLines } from './person-lines.tsx';
import rows from '../../ui/rows.module.css';

const UndoImportDialog = lazyForm(
  async () => (await import('./undo-import-dialog.tsx')).UndoImportDialog,
);

/** The lesson's imported participant files, each with an undo; renders nothing without files. */
export const ImportedFiles = ({ lessonId }: { lessonId: string }) => {
  const [undone, setUndone] = useState<AttendanceImport | null>(null);
  const files =
    useQuery(operationQuery(listAttendanceImports, { params: { id: lessonId } })).data?.data ?? [];
  if (files.length === 0) return null;
  return (
    <Panel label="Imported files">
      <PanelHeader>
        <Flex component="h2" gap="sm" align="center" variant="title">
          Imported files <CountPill count={files.length} />
        </Flex>
      </PanelHeader>
      <ul className={rows.rows}>
        {files.map((file) => (
          <Group
            key={file._id}
            component="li"
            className={rows.row}
            justify="space-between"
            gap="md"
          >
            <PersonLines name={file.file_name}>
              {formatCount(file.added, 'new row')} of {file.rows} · {file.by},{' '}
              <Moment at={file.at} />
              {file.undone && (
                <>
                  <br />
                  Undone by {file.undone.by}, <Moment at={file.undone.at} />
                </>
              )}
            </PersonLines>
            {!file.undone && (
              <Button
                size="xs"
                flex="none"
                aria-label={`Undo import of ${file.file_name}`}
                onClick={() => setUndone(file)}
              >
                Undo
              </Button>
            )}
          </Group>
        ))}
      </ul>
      <UndoImportDialog lessonId={lessonId} open={undone} onClose={() => setUndone(null)} />
    </Panel>
  );
};
