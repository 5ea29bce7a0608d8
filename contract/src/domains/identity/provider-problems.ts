/**
 * Why a sign-in with a company's account did not succeed, as the sign-in screen shows it. The callback has no answer of
 * its own: it leads back to the sign-in screen with one of these names. Without zod, because that screen loads it.
 */
export const providerProblems = {
  unavailable: 'That sign-in does not answer at the moment. Try again, or use your password.',
  refused: 'That sign-in was cancelled or not accepted. Please try again.',
  other_tenant: 'This account is of another company. Choose your company’s account.',
  email_not_verified: 'That sign-in has not verified your e-mail. Use your password.',
  unknown_account: 'No account here has this e-mail. Ask an Admin for one.',
  invalid_user_type: 'Invalid user type',
} as const;

export type ProviderProblem = keyof typeof providerProblems;

/** The part of the sign-in screen's address after #: a code to exchange, or a problem. */
export const providerFragments = { code: 'signed-in=', problem: 'not-signed-in=' } as const;
