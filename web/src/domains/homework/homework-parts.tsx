import { Anchor, Box, Button, Text } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type {
  Homework,
  SubmissionStat,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import {
  statusWords,
  type HomeworkStatus,
} from 'staffroom-contract/domains/homework/homework.rules.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { Meter } from '../../ui/meter.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { handedInWords, overdueOf, statusTones } from './homework-words.ts';
import { saveMaterial } from './materials.api.ts';
import styles from './homework.module.css';

/** A student's status in a homework. */
export const HomeworkStatusChip = ({ status }: { status: HomeworkStatus }) => (
  <StatusChip tone={statusTones[status]}>{statusWords(status)}</StatusChip>
);

/** Share of assigned students per status. */
export const SubmissionMeter = ({ stat, height = 6 }: { stat: SubmissionStat; height?: 6 | 8 }) => (
  <Meter
    label={handedInWords(stat)}
    height={height}
    total={stat.assigned}
    parts={[
      { value: stat.marked, tone: 'green' },
      { value: stat.submitted, tone: 'blue' },
      { value: stat.resubmitted, tone: 'cyan' },
      { value: stat.resubmission, tone: 'orange' },
    ]}
  />
);

/** A due or return date, highlighted if it has passed while submissions are missing. */
export const HomeworkDate = ({
  homework,
  of,
}: {
  homework: Pick<Homework, 'due_on' | 'return_on' | 'stat'>;
  of: 'due' | 'return';
}) => {
  const overdue = overdueOf(homework, useNow()) === of;
  const at = of === 'due' ? homework.due_on : homework.return_on;
  return (
    <Box component="span" {...(overdue && { c: of === 'due' ? 'warning' : 'negative' })}>
      <ShortDay at={at} />
    </Box>
  );
};

/** "14 Mar" with the full date as title. */
export const ShortDay = ({ at }: { at: string }) => {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.dateTime(at)}>
      {formats.shortDay(at)}
    </time>
  );
};

/** Downloads a library file; shows a message if it no longer exists. */
export const SaveMaterial = ({
  id,
  name,
  label = name,
}: {
  id: string;
  name: string;
  label?: string | undefined;
}) => {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveMaterial(id, name);
    } catch (error) {
      showSnackbar(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="subtle"
      className={styles.file ?? ''}
      leftSection={<IconDownload size={15} stroke={1.7} />}
      loading={busy}
      aria-label={label === name ? `Save ${name}` : `${label}: save ${name}`}
      title={name}
      onClick={() => void save()}
    >
      <Text span inherit truncate>
        {label}
      </Text>
    </Button>
  );
};

/** The files of a homework: library files are downloaded, others are links. */
export const Attachments = ({
  of,
  label,
}: {
  of: Homework['attachment'];
  /** Shown instead of the file names in narrow columns. */
  label?: string;
}) =>
  of.length === 0
    ? '–'
    : of.map(({ name, url, material }) =>
        material ? (
          <SaveMaterial key={url} id={material} name={name} label={label} />
        ) : (
          <Anchor key={url} href={url} target="_blank" rel="noreferrer">
            {label ?? name} <IconExternalLink size={14} stroke={1.7} aria-hidden="true" />
          </Anchor>
        ),
      );
