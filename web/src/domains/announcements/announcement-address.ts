import { z } from 'zod';
import { deliveryStates } from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { rosterGroups } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';

/**
 * The announcement part of a lesson page's URL, including the list of messages. Written out instead of derived from the
 * list, because every screen loads it and the list's definition imports the operations.
 */
export const announcementAddress = z.object({
  /** Missing means the newest. */
  announcement: optionalInAddress(z.uuid()),
  /** The page of the announcements. */
  list: optionalInAddress(z.int().min(1)),
  /** For the announcement screen: missing means e-mail. */
  method: optionalInAddress(z.literal('sms')),
  search: optionalInAddress(textInAddress),
  page: optionalInAddress(z.int().min(1)),
  state: optionalInAddress(z.enum(deliveryStates)),
  group: optionalInAddress(z.enum(rosterGroups)),
});
export type AnnouncementAddress = z.infer<typeof announcementAddress>;
