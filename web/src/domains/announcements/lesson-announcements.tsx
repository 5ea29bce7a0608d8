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
import { Pager } from '../../ui/pager.tsx';
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
        <AnnouncementDetails
          key={shown._id}
          announcement={shown}
          address={address}
          onAddress={onAddress}
        />
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

/** "12 sent 3 failed 1 pending"; unknown messages are shown only if there are any. */
const CountWords = ({ counts }: { counts: DeliveryCounts }) =>
  shownTones(counts).map(([state]) => (
    <span key={state} data-state={counts[state] > 0 ? state : undefined}>
      {counts[state]} {state}
    </span>
  ));
