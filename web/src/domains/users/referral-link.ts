/**
 * The sign-up page with a person's referral code (part 1 §7); whatever else the page's address says stays. Null where
 * no sign-up page is set, or the person has no code.
 */
export const referralLink = (
  signupUrl: string | null,
  code: string | null | undefined,
): string | null => {
  const link = signupUrl === null ? null : URL.parse(signupUrl);
  if (link === null || !code) return null;
  link.searchParams.set('referral_code', code);
  return link.href;
};

/** Why there is no link to copy; undefined where there is one. */
export const noLinkReason = (signupUrl: string | null, code: string | null | undefined) => {
  if (!code) return 'This person has no referral code.';
  return referralLink(signupUrl, code) === null
    ? 'There is no sign-up page for referrals. It is set as SIGNUP_URL on the server.'
    : undefined;
};
