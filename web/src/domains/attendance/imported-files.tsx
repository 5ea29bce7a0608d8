import { Button } from '@mantine/core';
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
import styles from './live-lesson.module.css';

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
        <h2 className={styles.heading}>
          Imported files <CountPill count={files.length} />
        </h2>
      </PanelHeader>
      <ul className={styles.unmatched}>
        {files.map((file) => (
          <li key={file._id}>
            <span className={styles.who}>
              <strong>{file.file_name}</strong>
              <span>
                {formatCount(file.added, 'new row')} of {file.rows} · {file.by},{' '}
                <Moment at={file.at} />
              </span>
              {file.undone && (
                <span>
                  Undone by {file.undone.by}, <Moment at={file.undone.at} />
                </span>
              )}
            </span>
            {!file.undone && (
              <Button
                size="xs"
                aria-label={`Undo import of ${file.file_name}`}
                onClick={() => setUndone(file)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      <UndoImportDialog lessonId={lessonId} open={undone} onClose={() => setUndone(null)} />
    </Panel>
  );
};
