import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Progress } from './meter.tsx';
import styles from './upload-state.module.css';
import type { FileUpload } from './use-file-upload.ts';

/** The state of an upload: progress, success, or the reason of a refusal. */
export const UploadState = ({ state }: { state: FileUpload }) => {
  if (state.status === 'none') return null;
  if (state.status === 'refused')
    return (
      <>
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
        {state.again && (
          <Button className={styles.again ?? ''} size="xs" onClick={state.again}>
            <span className={styles.words}>
              Send <span className={styles.name}>{state.name}</span> again
            </span>
          </Button>
        )}
      </>
    );
  if (state.status === 'uploaded')
    return (
      <p className={styles.state} role="status">
        <IconCircleCheck size={15} stroke={1.7} aria-hidden="true" />
        <span className={styles.name}>{state.name}</span>
        <span className={styles.rest}>is uploaded.</span>
      </p>
    );
  const percent = Math.round(state.share * 100);
  return (
    <div className={styles.running}>
      <p className={styles.state} role="status">
        Uploading <span className={styles.name}>{state.name}</span>
      </p>
      <Progress label={`Uploading ${state.name}`} value={percent} total={100} />
    </div>
  );
};
