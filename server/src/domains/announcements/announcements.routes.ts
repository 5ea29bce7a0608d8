import {
  getAnnouncement,
  listAnnouncements,
  listDeliveries,
  listStudentMessages,
  previewAnnouncement,
  retryAnnouncement,
  retryDelivery,
  sendAnnouncement,
  settleUnknown,
  testAnnouncement,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleListOf } from '../../platform/handle-record.ts';
import type { Jobs } from '../../platform/jobs.ts';
import * as lists from './announcement-lists.ts';
import * as announcements from './announcements.service.ts';
import * as previews from './preview-announcement.ts';
import * as retries from './retry-announcement.ts';

export const announcementRoutes = (jobs: Jobs): readonly Route[] => [
  handle(sendAnnouncement, (context, { params, body }) =>
    announcements.sendAnnouncement(context, jobs, params, body),
  ),
  handle(testAnnouncement, (context, { params, body }) =>
    announcements.testAnnouncement(context, jobs, params, body),
  ),
  handle(
    previewAnnouncement,
    (context, { params, query }) => previews.previewAnnouncement(context, params, query),
    (context, { params, query }) => previews.exportRecipients(context, params, query),
  ),
  handleListOf(listAnnouncements, lists.announcementsOf),
  handle(getAnnouncement, (context, { params }) =>
    announcements.getAnnouncement(context, params.announcementId),
  ),
  handleListOf(listDeliveries, lists.deliveriesOf),
  handle(retryAnnouncement, (context, { params }) =>
    retries.retryAnnouncement(context, jobs, params.announcementId),
  ),
  handle(retryDelivery, (context, { params, body }) =>
    retries.retryDelivery(context, jobs, params, body),
  ),
  handle(settleUnknown, (context, { params, body }) =>
    announcements.settleUnknown(context, jobs, params.announcementId, body),
  ),
  handleListOf(listStudentMessages, lists.messagesOf),
];
