import { z } from 'zod';
import { deliveryStates } from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import { rosterGroups } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';

/**
 * What the address of a lesson's page holds of its announcements, the list of messages among it. Written out, since every
 * screen loads it, and the list's own definition brings the calls.
 */
export const announcementAddress = z.object({
  /** The newest is none in the address. */
  announcement: optionalInAddress(z.uuid()),
  /** The page of the announcements. */
  list: optionalInAddress(z.int().min(1)),
  /** Of the announcement screen: e-mail is none in the address. */
  method: optionalInAddress(z.literal('sms')),
  search: optionalInAddress(textInAddress),
  page: optionalInAddress(z.int().min(1)),
  state: optionalInAddress(z.enum(deliveryStates)),
  group: optionalInAddress(z.enum(rosterGroups)),
});
export type AnnouncementAddress = z.infer<typeof announcementAddress>;
