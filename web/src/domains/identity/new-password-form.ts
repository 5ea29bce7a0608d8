import { z } from 'zod';
import { newPasswordSchema } from '@staffroom/contract/domains/identity/identity.contract.ts';
import { passwordMismatchMessage } from '@staffroom/contract/domains/identity/identity.rules.ts';

/** The form of a new password: the contract's rule, and the same again. */
export const newPasswordFormSchema = z
  .object({ password: newPasswordSchema, confirmation: z.string() })
  .refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    message: passwordMismatchMessage,
    // Also when the password itself is refused, so that all problems show at once.
    when: () => true,
  });
