/** Remarks of sales staff on tickets. */
export const trialFollowUps = [
  'Mother says the tutor explained fractions well, wants the fee table',
  'Liked the polls. Asks whether there is a Saturday slot',
  'Called, father to discuss tonight',
  'Sent fees for 10 lessons over WhatsApp',
  'Enjoyed it, found the pace a bit fast',
  'Asked for the recording, sent',
] as const;

export const missedFollowUps = [
  'Did not come, fell sick. Wants another date',
  'No answer, left a message',
  'Forgot, CCA ran late. Sorry, will try again',
  'Link did not open on the tablet, talked them through it',
] as const;

export const decisionRemarks = [
  'Deciding between us and a centre near home',
  'Waiting for the mid-year results',
  'Wants to ask the child first, call on Friday',
  'Comparing with 1-to-1',
] as const;

export const paymentRemarks = [
  'Will PayNow this evening',
  'Says paid, finance does not see it yet',
  'Wants to pay by card, sent the HitPay link',
  'Pays after payday on the 25th',
] as const;

export const lostRemarks = [
  'Too expensive for now',
  'Timing clashes with CCA',
  'Went with a centre near home',
  'Not ready for online lessons',
  'No answer after three calls',
] as const;

export const renewalFollowUps = [
  'Called, happy with the progress, fees sent',
  'WhatsApp: will renew after the holidays?',
  'Mother asks for the same tutor next term',
  'Reminded, reads but does not answer',
  'Wants to move to the Sunday class when renewing',
] as const;

export const droppedRemarks = [
  'Stops until after the exams',
  'Moves to a school with its own programme',
  'Budget is tight this term',
  'PSLE is over',
] as const;

export const cancelledRemarks = [
  'Sibling’s ticket, opened by mistake',
  'Same family twice, see the other one',
  'Staff child, nothing to sell',
] as const;

export const tutorComments = [
  'Quick with mental sums, careless with units. Would fit the Tuesday group.',
  'Quiet at first, answered every poll. Needs work on ratio.',
  'Strong vocabulary, short answers. Ready for composition.',
  'Camera off, but the work was done. A little behind in algebra.',
] as const;
