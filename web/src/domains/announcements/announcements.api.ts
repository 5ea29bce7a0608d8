import {
  getAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  retryAnnouncement,
  retryDelivery,
  sendAnnouncement,
  settleUnknown,
  testAnnouncement,
  type DeliveryCounts,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import type {
  AddressChoice,
  AnnouncementMethod,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

export const announcementsPerPage = 20;

/** Refetch interval in milliseconds while messages are pending. */
const whileUnderWay = 2000;
const isUnderWay = ({ pending }: DeliveryCounts) => pending > 0;

/** A page of a lesson's announcements, refetched while messages are pending. */
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

/**
 * Students of a lesson who can be reached at the chosen addresses, or at the user's last choice without `to`. Keeps the
 * previous data while another choice loads.
 */
export const previewQuery = (lessonId: string, method: AnnouncementMethod, to?: AddressChoice) => {
  const params = { id: lessonId, type: method };
  return queryOptions({
    ...operationQuery(previewAnnouncement, { params, query: to === undefined ? {} : { to } }),
    placeholderData: (answer, before) => {
      const asked = before?.queryKey[2] as { params: typeof params } | undefined;
      return asked?.params.type === method ? answer : undefined;
    },
  });
};

/** An announcement, for the state of a test. */
export const announcementQuery = (announcementId: string) =>
  operationQuery(getAnnouncement, { params: { announcementId } });

const refreshes = ['announcements'] as const;

export const useSendAnnouncement = () => useOperation(sendAnnouncement, { refreshes });
export const useTestAnnouncement = () => useOperation(testAnnouncement);
export const useRetryAnnouncement = () => useOperation(retryAnnouncement, { refreshes });
export const useRetryDelivery = () => useOperation(retryDelivery, { refreshes });
export const useSettleUnknown = () => useOperation(settleUnknown, { refreshes });
