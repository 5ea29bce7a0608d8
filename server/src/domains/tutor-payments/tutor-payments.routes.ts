import {
  readTutorPay,
  setTutorRate,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { handle } from '../../platform/handle.ts';
import * as service from './tutor-payments.service.ts';

export const tutorPaymentRoutes = [
  handle(
    readTutorPay,
    (context, { query }) => service.findTutorPay(context, query),
    (context, { query }) => service.exportTutorPay(context, query),
  ),
  handle(setTutorRate, (context, { params, body }) => service.setTutorRate(context, params, body)),
];
