import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Clip } from './clip.tsx';
import { Progress } from './meter.tsx';
import type { FileUpload } from './use-file-upload.ts';

/** The state of an upload: progress, success, or the reason of a refusal. */
export const UploadState = ({ state }: { state: FileUpload }) => {
  if (state.status === 'none') return null;
  const name = <Clip maw="28ch">{state.name}</Clip>;
  if (state.status === 'refused')
    return (
      <>
        <Text variant="meta" c="negative" mt="xs" role="alert">
          {state.problem}
        </Text>
        {state.again && (
          <Button mt="xs" size="xs" onClick={state.again}>
            Send&nbsp;{name}&nbsp;again
          </Button>
        )}
      </>
    );
  if (state.status === 'uploaded')
    return (
      <Status>
        <IconCircleCheck size={15} stroke={1.7} aria-hidden="true" />
        {name}
        <span>is uploaded.</span>
      </Status>
    );
  return (
    <Stack gap="xs" maw={320}>
      <Status>Uploading {name}</Status>
      <Progress
        label={`Uploading ${state.name}`}
        value={Math.round(state.share * 100)}
        total={100}
      />
    </Stack>
  );
};

const Status = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" mt="xs" variant="meta" c="secondary" role="status">
    {children}
  </Group>
);
