const emptyPasswordMessage = 'Fill in your new password';
export const weakPasswordMessage =
  'Password need at least 8 characters, a lowercase letter, a capital letter & a number';
export const passwordMismatchMessage = 'Password that you have typed did not match';
export const wrongOldPasswordMessage = 'This is not your password.';
export const passwordChangedMessage =
  'Password changed successfully. Please login with new password next time.';

/** Message for a new password that breaks the rules; undefined if it is accepted (part 2 §5, New password). */
export const passwordProblem = (password: string) => {
  if (password === '') return emptyPasswordMessage;
  const strong =
    password.length >= 8 &&
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    /[0-9]/.test(password);
  return strong ? undefined : weakPasswordMessage;
};
