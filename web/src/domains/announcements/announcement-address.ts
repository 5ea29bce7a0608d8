import { z } from 'zod';
import { listDeliveries } from '@staffroom/contract/domains/announcements/announcements.contract.ts';
import {
  deliveryStates,
  groupLabels,
} from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import { rosterGroups } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { stateWords } from './announcement-words.ts';

/** The messages of an announcement, failed ones first. */
export const deliveryList = defineList({
  operation: listDeliveries,
  nouns: ['recipient', 'recipients'],
  pageSize: 20,
  file: 'deliveries.csv',
  search: { label: 'Name or address' },
  sort: { default: ['state', 'asc'] },
  filters: {
    state: choice(deliveryStates, { label: 'State', words: (state) => stateWords[state].label }),
    group: choice(rosterGroups, { label: 'Group', words: (group) => groupLabels[group] }),
  },
  empty: { none: 'There are no recipients' },
});

/** What the address of a lesson's page holds of its announcements. */
export const announcementAddress = deliveryList.address.extend({
  /** The newest is none in the address. */
  announcement: optionalInAddress(z.uuid()),
  /** The page of the announcements. */
  list: optionalInAddress(z.int().min(1)),
  /** Of the announcement screen: e-mail is none in the address. */
  method: optionalInAddress(z.literal('sms')),
});
export type AnnouncementAddress = z.infer<typeof announcementAddress>;
