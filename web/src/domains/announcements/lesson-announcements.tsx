import { Box, Flex, Text, Stack } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  listAnnouncements,
  type Announcement,
  type DeliveryCounts,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { downloadList } from '../../lib/download.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import type { AnnouncementAddress } from './announcement-address.ts';
import { AnnouncementDetails, CountsMeter, shownTones } from './announcement-details.tsx';
import { announcementTitle, methodWords, readerWords } from './announcement-words.ts';
import { announcementsPerPage, lessonAnnouncementsQuery } from './announcements.api.ts';
import styles from './lesson-announcements.module.css';

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
    <Box className={styles.columns} flex={1} mih={0} data-single={!shown || undefined}>
      <Flex
        className={styles.list}
        component="section"
        direction="column"
        miw={0}
        aria-label="Announcements"
      >
        <ListStates
          state={listStateOf(query)}
          noun="announcements"
          isEmpty={all.length === 0}
          empty={<ListEmpty text="There are no announcements" />}
          skeleton={<ListSkeleton />}
        >
          <Box component="ul" flex={1}>
            {all.map((announcement) => (
              <li key={announcement._id}>
                <Card
                  announcement={announcement}
                  isShown={announcement._id === shown?._id}
                  onShow={() => onAddress({ list: address.list, announcement: announcement._id })}
                />
              </li>
            ))}
          </Box>
        </ListStates>
        {all.length > 0 && (
          <ListFoot
            page={page}
            pageSize={announcementsPerPage}
            count={query.data?.count}
            noun={['announcement', 'announcements']}
            onPage={(next) => onAddress({ list: next > 1 ? next : undefined })}
            download={
              <DownloadButton
                quiet
                download={() =>
                  downloadList(listAnnouncements, { params: { id: lessonId } }, 'announcements.csv')
                }
              />
            }
          />
        )}
      </Flex>
      {shown && (
        <AnnouncementDetails
          key={shown._id}
          announcement={shown}
          address={address}
          onAddress={onAddress}
        />
      )}
    </Box>
  );
};

const ListSkeleton = () => (
  <Stack gap="md" p="lg">
    {[70, 50, 80, 60].map((width, index) => (
      <SkeletonBar key={index} width={width} height={18} />
    ))}
  </Stack>
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
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <Text span truncate variant="button" c="bright">
        {announcementTitle(announcement)}
      </Text>
      <Text span variant="meta" c="secondary">
        {methodWords[announcement.method]}, {dateTime(announcement.created)} ·{' '}
        {readerWords(announcement)}
      </Text>
      <CountsMeter counts={announcement.counts} height={4} />
      <Flex component="span" columnGap="md" wrap="wrap" variant="meta" c="secondary" data-figures>
        <CountWords counts={announcement.counts} />
      </Flex>
    </button>
  );
};

const countLook: Partial<Record<keyof DeliveryCounts, { c: string; fw: number }>> = {
  failed: { c: 'negative', fw: 550 },
  unknown: { c: 'warning', fw: 550 },
};

/** "12 sent 3 failed 1 pending"; unknown messages are shown only if there are any. */
const CountWords = ({ counts }: { counts: DeliveryCounts }) =>
  shownTones(counts).map(([state]) => (
    <Text key={state} span inherit {...(counts[state] > 0 && countLook[state])}>
      {counts[state]} {state}
    </Text>
  ));
