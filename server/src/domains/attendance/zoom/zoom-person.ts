import { z } from 'zod';
import { isEmail } from 'staffroom-contract/shared/text.ts';

/** A text from Zoom, cleaned so that it can be stored. */
export const zoomText = z
  .string()
  .nullish()
  .transform((text) => (text ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, 200));

/** An address from Zoom; empty if it is invalid. */
export const zoomEmail = zoomText.transform((text) => (isEmail(text) ? text : ''));

/** A number from Zoom, which sends numbers and texts. */
export const zoomNumber = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').slice(0, 100));

type Known = { meetingUuid: string; userId: string; registrantId: string };

/** Key of a person without an e-mail: the registrant, or the user number in that meeting, as in webhook and report. */
export const personKey = ({ meetingUuid, userId, registrantId }: Known) =>
  registrantId === '' ? `zoom:${meetingUuid}:${userId}` : `zoom:registrant:${registrantId}`;
