import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import type { Stage } from '../stage.ts';

type Body = BodyInput<typeof addCredit>;

/** An entry of a student's ledger, created by an Admin through the API; adds 1 by default. */
export const aCreditEntry = async (
  app: Stage,
  studentId: string,
  values: Partial<Omit<Body, 'target_id'>> = {},
) => {
  const admin = await app.as('Admin');
  return admin.call(addCredit, {
    body: { target_id: studentId, qty: 1, remark: 'Welcome credit', ...values },
  });
};
