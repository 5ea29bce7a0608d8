import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
  getPaymentRunTutor,
  listPaymentRuns,
  listPaymentRunSlips,
  markPaymentRunPaid,
  removeAdjustment,
  setDifferencesWaiting,
  settleLeftOutDebt,
  startPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList } from '../../platform/handle-record.ts';
import { exportForBank } from './bank-file.ts';
import * as service from './payment-runs.service.ts';
import * as reading from './read-payment-run.ts';
import { settleLeftOutDebt as settleDebt } from './run-debts.ts';

export const paymentRunRoutes = [
  handle(startPaymentRun, (context, { body }) => service.startPaymentRun(context, body.month)),
  handleList(listPaymentRuns, service.paymentRunList),
  handle(
    getPaymentRun,
    (context, { params }) => reading.getPaymentRun(context, params.id),
    (context, { params }) => exportForBank(context, params.id),
  ),
  handle(getPaymentRunTutor, (context, { params }) => reading.getPaymentRunTutor(context, params)),
  handle(listPaymentRunSlips, (context, { params, query }) =>
    reading.listPaymentRunSlips(context, params.id, query),
  ),
  handle(addAdjustment, (context, { params, body }) =>
    service.addAdjustment(context, params.id, body),
  ),
  handle(removeAdjustment, (context, { params }) => service.removeAdjustment(context, params)),
  handle(setDifferencesWaiting, (context, { params, body }) =>
    service.setDifferencesWaiting(context, params.id, body),
  ),
  handle(confirmPaymentRun, (context, { params, body }) =>
    service.confirmPaymentRun(context, params.id, body),
  ),
  handle(settleLeftOutDebt, (context, { params, body }) => settleDebt(context, params, body)),
  handle(markPaymentRunPaid, (context, { params, body }) =>
    service.markPaymentRunPaid(context, params.id, body),
  ),
];
