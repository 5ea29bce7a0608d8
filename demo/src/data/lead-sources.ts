/** Where students come from, with how often (the list is the specification's, part 2 §9). */
export const leadSources = [
  ['FB', 24],
  ['Google', 20],
  ['Referral', 18],
  ['Organic', 12],
  ['LLP', 8],
  ['Wechat', 6],
  ['SGHM', 4],
  ['Call', 3],
  ['Call TLS', 2],
  ['Ex', 2],
  ['LX', 1],
] as const;
export type LeadSource = (typeof leadSources)[number][0];

/** The partner programme among them. */
export const partnerLeadSource = 'LLP';

/** Paid channels name a medium and a campaign. */
export const campaigns: Partial<Record<LeadSource, { medium: string; campaigns: string[] }>> = {
  FB: { medium: 'cpc', campaigns: ['p6-maths-june', 'psle-countdown', 'sec1-ready', 'free-trial'] },
  Google: { medium: 'cpc', campaigns: ['online-tuition-sg', 'a-maths-tutor', 'p5-english'] },
  Wechat: { medium: 'social', campaigns: ['parents-group', 'chinese-year-end'] },
};
