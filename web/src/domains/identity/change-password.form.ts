import { changePassword } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { passwordMismatchMessage } from 'staffroom-contract/domains/identity/identity.rules.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import type { FieldKind } from '../../kit/form/field-kind.ts';
import { password } from '../../kit/form/field.ts';

/** Compared in the form and never sent. */
const confirmation: FieldKind<string> = (name) => ({
  ...password({ label: 'Confirm new password' })(name),
  quiet: true,
  write: () => ({}),
});

/** Form of a new password: the old one, the contract's rule, and a confirmation (part 2 §5, New password). */
export const changePasswordForm = defineForm(
  {
    noun: 'password',
    create: changePassword,
    refreshes: [],
    fields: {
      old_password: password({ label: 'Old password', required: true, current: true }),
      password: password({ label: 'New password', required: true }),
      confirmation,
    },
  },
  {
    check: (values) =>
      values.confirmation === values.password ? {} : { confirmation: passwordMismatchMessage },
  },
);
