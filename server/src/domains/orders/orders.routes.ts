import {
  acceptPaidAmount,
  cancelOrder,
  createOrder,
  createTrialOrder,
  getOrder,
  listOrders,
  processOrder,
  quoteOrder,
  updateOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList } from '../../platform/handle-record.ts';
import { orderList } from './order-list.ts';
import * as orders from './orders.service.ts';
import { acceptPaidAmount as acceptPaid, processOrder as process } from './process-order.ts';
import * as quotes from './quote-order.ts';

export const orderRoutes = [
  handleList(listOrders, orderList),
  handle(getOrder, (context, { params }) => orders.getOrder(context, params.id)),
  handle(createOrder, (context, { body }) => orders.createOrder(context, body)),
  handle(createTrialOrder, (context, { body }) => orders.createOrder(context, body)),
  handle(quoteOrder, (context, { body }) => quotes.quoteOrder(context, body)),
  handle(cancelOrder, (context, { params, body }) =>
    orders.cancelOrder(context, params.id, body.remark),
  ),
  handle(processOrder, (context, { params, body }) => process(context, params.id, body)),
  handle(acceptPaidAmount, (context, { params, body }) => acceptPaid(context, params.id, body)),
  handle(updateOrder, (context, { params, body }) => orders.updateOrder(context, params.id, body)),
];
