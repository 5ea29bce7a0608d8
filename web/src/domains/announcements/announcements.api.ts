import {
  getAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  retryAnnouncement,
  sendAnnouncement,
  settleUnknown,
  testAnnouncement,
  type DeliveryCounts,
} from '@staffroom/contract/domains/announcements/announcements.contract.ts';
import type { AnnouncementMethod } from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

export const announcementsPerPage = 20;

/** Messages are on their way: what is on screen is read again soon. */
const whileUnderWay = 2000;
const isUnderWay = ({ pending }: DeliveryCounts) => pending > 0;

/** A page of a lesson's announcements; read again while messages of one are on their way. */
export const lessonAnnouncementsQuery = (lessonId: string, page = 1) =>
  queryOptions({
    ...operationQuery(listAnnouncements, {
      params: { id: lessonId },
      query: { max: announcementsPerPage, offset: (page - 1) * announcementsPerPage },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ counts }) => isUnderWay(counts)) ? whileUnderWay : false,
  });

/** Who of a lesson can be written to. */
export const previewQuery = (lessonId: string, method: AnnouncementMethod) =>
  operationQuery(previewAnnouncement, { params: { id: lessonId, type: method } });

/** Where a test stands. */
export const announcementQuery = (announcementId: string) =>
  operationQuery(getAnnouncement, { params: { announcementId } });

const refreshes = ['announcements'] as const;

export const useSendAnnouncement = () => useOperation(sendAnnouncement, { refreshes });
export const useTestAnnouncement = () => useOperation(testAnnouncement);
export const useRetryAnnouncement = () => useOperation(retryAnnouncement, { refreshes });
export const useSettleUnknown = () => useOperation(settleUnknown, { refreshes });
