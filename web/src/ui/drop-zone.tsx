import { Loader, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useId } from 'react';
import styles from './drop-zone.module.css';

type Props = {
  label: string;
  /** File types, as the input's `accept`. */
  accept: string;
  /** "Drop the partner's file here or choose it" */
  invitation: string;
  /** Formats and limits. */
  hint: string;
  /** Name of the file that is being read. */
  reading?: string | null;
  invalid: boolean;
  onFile: (file: File) => void;
};

/** Takes a file by drop or choice. */
export const DropZone = ({ label, accept, invitation, hint, reading, invalid, onFile }: Props) => {
  const id = useId();
  const isReading = reading != null;
  return (
    <Stack gap="sm">
      <Text component="label" variant="label" c="secondary" htmlFor={id}>
        {label}
      </Text>
      <Stack
        className={styles.zone}
        gap="xs"
        align="center"
        pos="relative"
        py={48}
        px="lg"
        ta="center"
        data-invalid={invalid || undefined}
      >
        {/* The input covers the zone, so that clicks and dropped files reach it. */}
        <input
          id={id}
          className={styles.input}
          type="file"
          accept={accept}
          data-autofocus
          aria-describedby={`${id}-hint`}
          aria-invalid={invalid}
          disabled={isReading}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // Choosing the same file again, after a correction, must fire a change event.
            event.currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
        <Text span inherit h={32} c="dimmed" aria-hidden="true">
          {isReading ? <Loader /> : <IconFileUpload size={22} stroke={1.5} />}
        </Text>
        <Text variant="title" c="bright" role="status">
          {isReading ? `Reading ${reading} …` : invitation}
        </Text>
        <Text variant="meta" c="dimmed" id={`${id}-hint`}>
          {hint}
        </Text>
      </Stack>
    </Stack>
  );
};
