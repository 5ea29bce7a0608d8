import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { AnnouncementMethod } from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { LessonBefore } from '../lessons/announce-change.ts';
import { methodIcons, methodWords } from './announcement-words.ts';
import { SmsCounter } from './sms-counter.tsx';
import styles from './composer.module.css';

/** Note that the fields were filled in from the lesson's change. */
export const FromChange = ({ before, lesson }: { before: LessonBefore; lesson: Lesson }) => {
  const { weekday, timeRange } = useFormats();
  const was = `${weekday(before.start)}, ${timeRange(before.start, before.end)}`;
  const is = `${weekday(lesson.scheduled_on)}, ${timeRange(lesson.scheduled_on, lesson.ended_on)}`;
  return (
    <Flex
      className={styles.change}
      component="p"
      gap="sm"
      align="flex-start"
      py="sm"
      px="md"
      c="secondary"
    >
      <IconInfoCircle size={17} stroke={1.7} aria-hidden="true" />
      <span>
        <Text component="strong" inherit fw={600} c="bright">
          Filled in from the change of the lesson.
        </Text>{' '}
        {was === is ? `${is}, another tutor` : `${was} to ${is}`}
      </span>
    </Flex>
  );
};

type OtherProps = {
  other: AnnouncementMethod;
  values: { subject: string; content: string; sms: string };
  onEdit: () => void;
};

/** The other tab's draft, shown as a reminder; it is sent separately. */
export const OtherDraft = ({ other, values, onEdit }: OtherProps) => {
  const text = other === 'sms' ? values.sms.trim() : values.subject.trim();
  if (text === '') return null;
  const Icon = methodIcons[other];
  return (
    <section className={styles.other} aria-label={`${methodWords[other]} draft`}>
      <Group component="header" py="xs" pl="md" pr="sm" c="bright">
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        <Text component="strong" variant="button">
          {methodWords[other]} draft
        </Text>
        <Text span flex={1} variant="meta" c="dimmed">
          sent separately from its tab
        </Text>
        <Button
          variant="subtle"
          size="xs"
          onClick={onEdit}
          aria-label={`Edit ${methodWords[other]} draft`}
        >
          Edit
        </Button>
      </Group>
      <Box px="md" pb="sm">
        <Text inherit lineClamp={3} c="secondary">
          {text}
        </Text>
      </Box>
      {other === 'sms' && (
        <Box className={styles.otherFoot} py="sm" px="md">
          <SmsCounter text={text} />
        </Box>
      )}
    </section>
  );
};
