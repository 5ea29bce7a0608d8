import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import {
  IconCheck,
  IconEye,
  IconRefresh,
  IconSend,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  listDeliveries,
  type Announcement,
  type Delivery,
  type DeliveryCounts,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  deliveryStates,
  groupLabels,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import { rosterGroups } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { mostTries } from 'staffroom-contract/shared/retries.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { ListTab, type Column, type RowActions } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { isMissing, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { TwoLines } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Meter } from '../../ui/meter.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { Dot, StatusChip } from '../../ui/status-chip.tsx';
import type { AnnouncementAddress } from './announcement-address.ts';
import {
  addressWords,
  announcementTitle,
  answerWords,
  methodWords,
  readerWords,
  stateWords,
  triesWords,
} from './announcement-words.ts';
import { useRetryAnnouncement, useRetryDelivery, useSettleUnknown } from './announcements.api.ts';
import styles from './lesson-announcements.module.css';

/** Messages of an announcement, failed ones first. */
const deliveryList = defineList({
  operation: listDeliveries,
  nouns: ['recipient', 'recipients'],
  pageSize: 20,
  file: 'deliveries.csv',
  search: { label: 'Name or address' },
  sort: { default: ['state', 'asc'], columns: ['state', 'tries', 'updated'] },
  filters: {
    state: choice(deliveryStates, { label: 'State', words: (state) => stateWords[state].label }),
    group: choice(rosterGroups, { label: 'Group', words: (group) => groupLabels[group] }),
  },
  empty: { none: 'There are no recipients' },
});

type Props = {
  announcement: Announcement;
  address: AnnouncementAddress;
  onAddress: (address: AnnouncementAddress) => void;
};

/** One announcement: content, message states, and actions for messages that were not sent. */
export const AnnouncementDetails = ({ announcement, address, onAddress }: Props) => {
  const { dateTime, time } = useFormats();
  const { counts } = announcement;
  const retry = useRetryAnnouncement();
  const settle = useSettleUnknown();
  const retryOne = useRetryDelivery();
  const [isRead, setRead] = useState(false);
  useFreshDeliveries(counts);
  const params = { announcementId: announcement._id };
  const problem = retry.error ?? retryOne.error ?? settle.error;
  const settled = (delivery: Delivery, outcome: 'sent' | 'again') =>
    settle.mutate({ params, body: { delivery: delivery._id, outcome } });
  const sendTo = (delivery: Delivery, at: Person) =>
    retryOne.mutate(
      { params: { ...params, delivery: delivery._id }, body: { at } },
      { onSuccess: ({ data }) => showSnackbar(`Sent again to ${data.address}`) },
    );
  const { parts } = countSms(announcement.content);
  return (
    <Flex
      component="section"
      direction="column"
      miw={0}
      aria-label={announcementTitle(announcement)}
    >
      <Flex
        className={styles.head}
        component="header"
        gap="sm"
        align="flex-start"
        wrap="wrap"
        py="md"
        px="lg"
      >
        <Box flex={1} miw={220}>
          <Text component="h2" variant="title" c="bright" style={{ overflowWrap: 'anywhere' }}>
            {announcementTitle(announcement)}
          </Text>
          <Text variant="meta" c="secondary">
            {methodWords[announcement.method]}
            {announcement.method === 'sms' && `, ${formatCount(parts, 'part')}`} · sent by{' '}
            <RecordLink
              to="staff"
              id={announcement.sent_by._id}
              name={announcement.sent_by.name}
              inSentence
            />{' '}
            {dateTime(announcement.created)} to {readerWords(announcement)} ·{' '}
            {formatCount(announcement.students, 'student')},{' '}
            {formatCount(announcement.messages, 'message')}
          </Text>
        </Box>
        <Button leftSection={<IconEye size={16} stroke={1.7} />} onClick={() => setRead(true)}>
          Message
        </Button>
        {counts.failed > 0 && (
          <Button
            leftSection={<IconRefresh size={16} stroke={1.7} />}
            loading={retry.isPending}
            onClick={() =>
              retry.mutate(
                { params },
                {
                  onSuccess: ({ data }) =>
                    showSnackbar(
                      `${formatCount(data.count, 'message')} sent again${
                        data.changed > 0
                          ? `, ${formatCount(data.changed, 'student')} at a different address`
                          : ''
                      }`,
                    ),
                },
              )
            }
          >
            Retry {counts.failed} failed
          </Button>
        )}
        <Box flex="1 0 100%" pt="xs">
          <CountsMeter counts={counts} height={8} />
          <Flex component="p" columnGap="lg" wrap="wrap" pt="sm" c="secondary" data-figures>
            {shownTones(counts).map(([state, tone]) => (
              <Group key={state} component="span" gap="xs">
                <Dot tone={tone} />
                <Text component="strong" inherit fw={600} c="bright">
                  {counts[state]}
                </Text>{' '}
                {state}
              </Group>
            ))}
            <Text span ml="auto" visibleFrom="md" variant="meta" c="dimmed">
              {counts.unknown > 0
                ? 'Unknown messages need a decision'
                : 'Retrying skips recipients who have it'}
            </Text>
          </Flex>
        </Box>
        {problem && !isMissing(problem) && (
          <Box flex="1 0 100%">
            <Banner tone="negative" title={sentenceOf(problem)} />
          </Box>
        )}
      </Flex>
      <ListTab
        list={deliveryList}
        scope={{ params }}
        address={address}
        onAddress={onAddress}
        caption="Recipients"
        lines={2}
        columns={columnsOf(time, dateTime)}
        actions={counts.unknown + counts.failed > 0 ? actionsOf(settled, sendTo) : undefined}
        beside={
          <Text span visibleFrom="md" variant="meta" c="dimmed">
            Tried at most {mostTries} times, with growing pauses
          </Text>
        }
      />
      <MessageDialog announcement={announcement} opened={isRead} onClose={() => setRead(false)} />
    </Flex>
  );
};

const tones = [
  ['sent', 'green'],
  ['failed', 'red'],
  ['pending', 'grey'],
  ['unknown', 'orange'],
] as const;

export const CountsMeter = ({ counts, height }: { counts: DeliveryCounts; height: 4 | 8 }) => (
  <Meter
    label={tones.map(([state]) => `${counts[state]} ${state}`).join(', ')}
    height={height}
    total={tones.reduce((sum, [state]) => sum + counts[state], 0)}
    parts={tones.map(([state, tone]) => ({ value: counts[state], tone }))}
  />
);

/** The states with their colours; unknown messages are shown only if there are any. */
export const shownTones = (counts: DeliveryCounts) =>
  tones.filter(([state]) => state !== 'unknown' || counts.unknown > 0);

/** Refetches the rows when the counts change. */
const useFreshDeliveries = (counts: DeliveryCounts) => {
  const queryClient = useQueryClient();
  const state = JSON.stringify(counts);
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['announcements', listDeliveries.name] });
  }, [queryClient, state]);
};

const columnsOf = (
  time: (instant: string) => string,
  dateTime: (instant: string) => string,
): Column<Delivery>[] => [
  {
    key: 'recipient',
    header: 'Recipient',
    width: 216,
    lead: true,
    text: (delivery) => `${delivery.student.name}, ${addressWords(delivery, dateTime)}`,
    render: (delivery) => (
      <TwoLines
        first={<RecordLink to="student" id={delivery.student._id} name={delivery.student.name} />}
        second={addressWords(delivery, dateTime)}
      />
    ),
  },
  { key: 'group', header: 'Group', width: 108, text: ({ group }) => groupLabels[group] },
  {
    key: 'state',
    header: 'State',
    width: 98,
    render: ({ state }) => (
      <StatusChip tone={stateWords[state].tone}>{stateWords[state].label}</StatusChip>
    ),
  },
  {
    key: 'tries',
    header: 'Tries',
    width: 82,
    sortBy: 'tries',
    align: 'right',
    text: ({ state, tries }) => triesWords(state, tries),
  },
  {
    key: 'answer',
    header: 'Answer',
    width: 208,
    text: (delivery) => answerWords(delivery, time),
    render: (delivery) => (
      <Text
        span
        inherit
        {...(delivery.state === 'failed' && { c: 'negative' })}
        {...(delivery.state === 'unknown' && { c: 'warning' })}
      >
        {answerWords(delivery, time)}
      </Text>
    ),
  },
  {
    key: 'last',
    header: 'Last',
    width: 68,
    sortBy: 'updated',
    align: 'right',
    text: ({ updated }) => time(updated),
  },
];

type Person = Delivery['address_of'];

/** Actions: an unknown message is settled by hand, a failed one can be sent to the other address. */
const actionsOf = (
  settled: (delivery: Delivery, outcome: 'sent' | 'again') => void,
  sendTo: (delivery: Delivery, at: Person) => void,
): RowActions<Delivery> => ({
  nameOf: ({ student }) => student.name,
  of: (delivery) => {
    if (delivery.state === 'unknown')
      return [
        { label: 'It arrived', icon: IconCheck, onClick: () => settled(delivery, 'sent') },
        { label: 'Send again', icon: IconSend, onClick: () => settled(delivery, 'again') },
      ];
    if (delivery.state !== 'failed') return [];
    return [
      { label: 'Send to the student', icon: IconUser, onClick: () => sendTo(delivery, 'student') },
      { label: 'Send to the parent', icon: IconUsers, onClick: () => sendTo(delivery, 'parent') },
    ];
  },
});

type MessageProps = { announcement: Announcement; opened: boolean; onClose: () => void };

/** The sent message. */
const MessageDialog = ({ announcement, opened, onClose }: MessageProps) => (
  <Dialog title={announcementTitle(announcement)} opened={opened} onClose={onClose} size={560}>
    <MessageContent message={announcement} />
  </Dialog>
);

/** A message's content and its button's link. */
export const MessageContent = ({
  message: { method, content, cta },
}: {
  message: Pick<Announcement, 'method' | 'content' | 'cta'>;
}) => (
  <Stack gap="md" c="bright" style={{ overflowWrap: 'anywhere' }}>
    {method === 'email' ? (
      <RichTextView html={content} />
    ) : (
      <Text inherit style={{ whiteSpace: 'pre-wrap' }}>
        {content}
      </Text>
    )}
    {cta && (
      <p>
        Button “{cta.text}”:{' '}
        <a href={cta.link} target="_blank" rel="noopener noreferrer">
          {cta.link}
        </a>
      </p>
    )}
  </Stack>
);
