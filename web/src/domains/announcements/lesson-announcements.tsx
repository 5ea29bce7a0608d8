import { Button } from '@mantine/core';
import {
  IconCheck,
  IconEye,
  IconMail,
  IconMessage,
  IconRefresh,
  IconUser,
  IconUsers,
  IconSend,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  listAnnouncements,
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
import { downloadList } from '../../lib/download.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Pager } from '../../ui/pager.tsx';
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
import {
  announcementsPerPage,
  lessonAnnouncementsQuery,
  useRetryAnnouncement,
  useRetryDelivery,
  useSettleUnknown,
} from './announcements.api.ts';
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
  lessonId: string;
  address: AnnouncementAddress;
  onAddress: (address: AnnouncementAddress) => void;
};

/** A lesson's announcements with the state of each message (picture 12b). */
export const LessonAnnouncements = ({ lessonId, address, onAddress }: Props) => {
  const page = address.list ?? 1;
  const query = useQuery(lessonAnnouncementsQuery(lessonId, page));
  const all = query.data?.data ?? [];
  const shown = all.find(({ _id }) => _id === address.announcement) ?? all[0];
  return (
    <div className={styles.columns} data-single={!shown || undefined}>
      <section className={styles.list} aria-label="Announcements">
        <ListStates
          state={listStateOf(query)}
          noun="announcements"
          isEmpty={all.length === 0}
          empty={<ListEmpty text="There are no announcements" />}
          skeleton={<ListSkeleton />}
        >
          <ul className={styles.cards}>
            {all.map((announcement) => (
              <li key={announcement._id}>
                <Card
                  announcement={announcement}
                  isShown={announcement._id === shown?._id}
                  onShow={() => onAddress({ list: address.list, announcement: announcement._id })}
                />
              </li>
            ))}
          </ul>
        </ListStates>
        {all.length > 0 && (
          <Pager
            page={page}
            pageSize={announcementsPerPage}
            count={query.data?.count}
            noun={['announcement', 'announcements']}
            onPage={(next) => onAddress({ list: next > 1 ? next : undefined })}
            beside={
              <DownloadButton
                download={() =>
                  downloadList(listAnnouncements, { params: { id: lessonId } }, 'announcements.csv')
                }
              />
            }
          />
        )}
      </section>
      {shown && (
        <Details key={shown._id} announcement={shown} address={address} onAddress={onAddress} />
      )}
    </div>
  );
};

const ListSkeleton = () => (
  <div className={styles.skeleton}>
    {[70, 50, 80, 60].map((width, index) => (
      <SkeletonBar key={index} width={width} height={18} />
    ))}
  </div>
);

const icons = { email: IconMail, sms: IconMessage };

type CardProps = { announcement: Announcement; isShown: boolean; onShow: () => void };

const Card = ({ announcement, isShown, onShow }: CardProps) => {
  const { dateTime } = useFormats();
  const Icon = icons[announcement.method];
  return (
    <button
      type="button"
      className={styles.card}
      aria-current={isShown || undefined}
      onClick={onShow}
    >
      <Icon className={styles.icon} size={16} stroke={1.7} aria-hidden="true" />
      <span className={styles.cardTitle}>{announcementTitle(announcement)}</span>
      <span className={styles.meta}>
        {methodWords[announcement.method]}, {dateTime(announcement.created)} ·{' '}
        {readerWords(announcement)}
      </span>
      <CountsMeter counts={announcement.counts} height={4} />
      <span className={styles.counts}>
        <CountWords counts={announcement.counts} />
      </span>
    </button>
  );
};

const tones = [
  ['sent', 'green'],
  ['failed', 'red'],
  ['pending', 'grey'],
  ['unknown', 'orange'],
] as const;

const CountsMeter = ({ counts, height }: { counts: DeliveryCounts; height: 4 | 8 }) => (
  <Meter
    label={tones.map(([state]) => `${counts[state]} ${state}`).join(', ')}
    height={height}
    total={tones.reduce((sum, [state]) => sum + counts[state], 0)}
    parts={tones.map(([state, tone]) => ({ value: counts[state], tone }))}
  />
);

/** "12 sent 3 failed 1 pending"; unknown messages are shown only if there are any. */
const CountWords = ({ counts }: { counts: DeliveryCounts }) =>
  tones
    .filter(([state]) => state !== 'unknown' || counts.unknown > 0)
    .map(([state]) => (
      <span key={state} data-state={counts[state] > 0 ? state : undefined}>
        {counts[state]} {state}
      </span>
    ));

type DetailProps = Pick<Props, 'address' | 'onAddress'> & { announcement: Announcement };

/** One announcement: content, message states, and actions for messages that were not sent. */
const Details = ({ announcement, address, onAddress }: DetailProps) => {
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
    <section className={styles.details} aria-label={announcementTitle(announcement)}>
      <header className={styles.head}>
        <div className={styles.headline}>
          <h2 className={styles.title}>{announcementTitle(announcement)}</h2>
          <p className={styles.meta}>
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
          </p>
        </div>
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
        <div className={styles.meter}>
          <CountsMeter counts={counts} height={8} />
          <p className={styles.legend}>
            {tones
              .filter(([state]) => state !== 'unknown' || counts.unknown > 0)
              .map(([state, tone]) => (
                <span key={state}>
                  <Dot tone={tone} /> <strong>{counts[state]}</strong> {state}
                </span>
              ))}
            <span className={styles.promise}>
              {counts.unknown > 0
                ? 'Unknown messages need a decision'
                : 'Retrying skips recipients who have it'}
            </span>
          </p>
        </div>
        {problem && !isMissing(problem) && (
          <div className={styles.problem}>
            <Banner tone="negative" title={sentenceOf(problem)} />
          </div>
        )}
      </header>
      <ListTab
        list={deliveryList}
        scope={{ params }}
        address={address}
        onAddress={onAddress}
        caption="Recipients"
        columns={columnsOf(time, dateTime)}
        actions={counts.unknown + counts.failed > 0 ? actionsOf(settled, sendTo) : undefined}
        beside={
          <span className={styles.tries}>Tried at most {mostTries} times, with growing pauses</span>
        }
      />
      <MessageDialog announcement={announcement} opened={isRead} onClose={() => setRead(false)} />
    </section>
  );
};

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
    width: 157,
    lead: true,
    text: ({ student }) => student.name,
    render: ({ student }) => <RecordLink to="student" id={student._id} name={student.name} />,
  },
  { key: 'group', header: 'Group', width: 106, text: ({ group }) => groupLabels[group] },
  {
    key: 'address',
    header: 'Address',
    width: 174,
    text: (delivery) => addressWords(delivery, dateTime),
  },
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
    width: 176,
    text: (delivery) => answerWords(delivery, time),
    render: (delivery) => (
      <span className={styles.answer} data-state={delivery.state}>
        {answerWords(delivery, time)}
      </span>
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
  <div className={styles.message}>
    {method === 'email' ? <RichTextView html={content} /> : <p className={styles.sms}>{content}</p>}
    {cta && (
      <p>
        Button “{cta.text}”:{' '}
        <a href={cta.link} target="_blank" rel="noopener noreferrer">
          {cta.link}
        </a>
      </p>
    )}
  </div>
);
