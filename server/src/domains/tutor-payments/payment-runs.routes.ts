import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
  getPaymentRunTutor,
  listPaymentRuns,
  listPaymentRunSlips,
  markPaymentRunPaid,
  removeAdjustment,
  startPaymentRun,
} from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList } from '../../platform/handle-record.ts';
import * as service from './payment-runs.service.ts';

export const paymentRunRoutes = [
  handle(startPaymentRun, (context, { body }) => service.startPaymentRun(context, body.month)),
  handleList(listPaymentRuns, service.paymentRunList),
  handle(
    getPaymentRun,
    (context, { params }) => service.getPaymentRun(context, params.id),
    (context, { params }) => service.exportForBank(context, params.id),
  ),
  handle(getPaymentRunTutor, (context, { params }) => service.getPaymentRunTutor(context, params)),
  handle(listPaymentRunSlips, (context, { params, query }) =>
    service.listPaymentRunSlips(context, params.id, query),
  ),
  handle(addAdjustment, (context, { params, body }) =>
    service.addAdjustment(context, params.id, body),
  ),
  handle(removeAdjustment, (context, { params }) => service.removeAdjustment(context, params)),
  handle(confirmPaymentRun, (context, { params, body }) =>
    service.confirmPaymentRun(context, params.id, body),
  ),
  handle(markPaymentRunPaid, (context, { params, body }) =>
    service.markPaymentRunPaid(context, params.id, body),
  ),
];
