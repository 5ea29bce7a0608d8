import type {
  Announcement,
  Delivery,
  StudentMessage,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import type { AnnouncementCard, StudentMessageRow } from './announcements.queries.ts';
import type { announcements } from './announcements.schema.ts';
import type { messages } from './messages.view.ts';

type Row = typeof announcements.$inferSelect;

const buttonOf = ({ ctaText, ctaLink }: Row) =>
  ctaText === null || ctaLink === null ? null : { text: ctaText, link: ctaLink };

export const presentAnnouncement = (card: AnnouncementCard): Announcement => {
  const {
    row,
    senderName,
    sent,
    failed,
    pending,
    unknown,
    students,
    messages,
    testState,
    testError,
  } = card;
  return {
    _id: row.id,
    lesson: row.lessonId,
    method: row.method,
    groups: row.groups,
    to: row.addressedTo,
    subject: row.subject,
    content: row.content,
    cta: buttonOf(row),
    sent_by: { _id: row.sentBy, name: senderName },
    created: row.created.toISOString(),
    counts: { sent, failed, pending, unknown },
    students,
    messages,
    test_state: testState,
    test_error: testError,
  };
};

/** Presents a message of an announcement, by its recipient. */
export const presentDelivery = (row: typeof messages.$inferSelect): Delivery => ({
  _id: row.id,
  student: { _id: row.studentId, name: row.studentName },
  group: row.recipientGroup,
  address: row.address,
  address_of: row.addressOf,
  state: row.state,
  tries: row.tries,
  via: row.via,
  error: row.error,
  next_try: row.nextTry?.toISOString() ?? null,
  updated: row.updated.toISOString(),
  former_address: row.formerAddress,
  readdressed: row.readdressed?.toISOString() ?? null,
});

/** Presents a message for the page of its student. */
export const presentStudentMessage = (row: StudentMessageRow): StudentMessage => {
  const { message, announcement } = row;
  return {
    _id: message.id,
    announcement: announcement.id,
    method: announcement.method,
    subject: announcement.subject,
    content: announcement.content,
    cta: buttonOf(announcement),
    lesson: {
      _id: announcement.lessonId,
      name: row.lessonName,
      class: { _id: row.classId, name: row.className },
    },
    address_of: message.addressOf,
    state: message.state,
    sent_by: { _id: announcement.sentBy, name: row.senderName },
    created: message.created.toISOString(),
  };
};
