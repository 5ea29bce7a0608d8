import {
  createDiscountCode,
  getDiscountCode,
  listDiscountCodeChanges,
  listDiscountCodes,
  updateDiscountCode,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList, handleRecord } from '../../platform/handle-record.ts';
import * as creating from './create-discount-code.ts';
import { discountCodeList } from './discount-code-list.ts';
import * as discountCodes from './discount-codes.service.ts';

export const discountCodeRoutes = [
  handleList(listDiscountCodes, discountCodeList),
  handle(getDiscountCode, (context, { params }) =>
    discountCodes.getDiscountCode(context, params.id),
  ),
  ...handleRecord(discountCodes.discountCodeRecord, { changes: listDiscountCodeChanges }),
  handle(createDiscountCode, (context, { body }) => creating.createDiscountCode(context, body)),
  handle(updateDiscountCode, (context, { params, body }) =>
    discountCodes.updateDiscountCode(context, params.id, body),
  ),
];
