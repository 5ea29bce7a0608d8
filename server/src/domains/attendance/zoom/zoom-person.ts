import { z } from 'zod';
import { isEmail } from '@staffroom/contract/shared/text.ts';

/** A text as Zoom sends it, as it can be kept. */
export const zoomText = z
  .string()
  .nullish()
  .transform((text) => (text ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, 200));

/** An address as Zoom sends it; empty for what is none. */
export const zoomEmail = zoomText.transform((text) => (isEmail(text) ? text : ''));

/** Numbers of Zoom, which come as numbers and as texts. */
export const zoomNumber = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').slice(0, 100));

type Known = { meetingUuid: string; userId: string; registrantId: string };

/** Who has no e-mail: a registrant, or a number in the meeting as it was held, which webhook and report have alike. */
export const personKey = ({ meetingUuid, userId, registrantId }: Known) =>
  registrantId === '' ? `zoom:${meetingUuid}:${userId}` : `zoom:registrant:${registrantId}`;
