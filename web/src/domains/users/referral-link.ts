/**
 * The sign-up page's URL with a person's referral code (part 1 §7); other parts of the URL are kept. Null without a
 * sign-up page or a code.
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

/** The reason why there is no link; undefined if there is one. */
export const noLinkReason = (signupUrl: string | null, code: string | null | undefined) => {
  if (!code) return 'This person has no referral code.';
  return referralLink(signupUrl, code) === null
    ? 'There is no sign-up page for referrals. It is set as SIGNUP_URL on the server.'
    : undefined;
};
