/** Remarks of orders: `{day}` is the order's day as digits, `{n}` digits, `{class}` the class, `{term}` the term. */
export const transferRemarks = [
  'PayNow ref {day}-{n}',
  'PayNow ref {day}-{n}',
  'PayNow ref {day}-{n}',
  'PayNow ref {day}-{n}, paid by mother',
  'DBS FAST 8812{n}',
  'OCBC transfer {n}, screenshot on WhatsApp',
  'UOB TT {n}-0923',
  'POSB iBanking 0042-{n}',
  'Alipay {day}{n}',
  '微信转账 {day}{n}',
  'Part payment 1 of 2',
  'Balance payment 2 of 2',
  'Bank ref missing, to check with finance',
] as const;

export const providerRemarks = {
  stripe: 'Stripe pi_demo_{n}',
  hitpay: 'HitPay {n}-77ab',
} as const;

export const trialRemarks = [
  'Trial for {class}, requested by phone',
  'Trial for {class}, parent asked for this slot',
  'Trial for {class}',
] as const;

export const renewalRemarks = ['Renewal Term {term}', 'Renewal Term {term}, PayNow {n}'] as const;

export const videoRemarks = [
  'Video only, student overseas until April',
  'Video only, PayNow ref {day}-{n}',
] as const;

export const codeRemarks: Record<string, string> = {
  SIBLING15: 'Sibling discount SIBLING15 applied',
  EARLYBIRD10: 'Early bird, paid before the due date',
};

export const cancelRemarks = [
  'Wrong class chosen, cancel and re-create',
  'Duplicate of earlier order, cancel',
  'Timing clashes with CCA',
  'Family moved away',
  'Paid twice by mistake',
  'Transfer to the Sunday class',
] as const;

export const editRemarks = [
  'Transfer from Sun 10am class',
  'Upgrade from Regular to Workshop',
  'Staff child, approved',
] as const;

/** Reasons in the credit ledger. */
export const creditRemarks = {
  ADD: [
    'Compensation for cancelled lesson L7',
    'Free lesson for referral (Tan family)',
    'Make-up lesson, no charge',
    'Audio dropped for most of the lesson',
  ],
  REDEEM: ['Credits redeemed: make-up lesson', 'Credits redeemed for the holiday workshop'],
  BLOCK: ['Held until the refund is settled', 'Held for the make-up lesson'],
} as const;
