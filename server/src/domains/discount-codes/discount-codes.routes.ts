import {
  createDiscountCode,
  getDiscountCode,
  listDiscountCodeChanges,
  listDiscountCodes,
  updateDiscountCode,
} from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { handle } from '../../platform/handle.ts';
import { listChanges } from '../../platform/record.ts';
import * as creating from './create-discount-code.ts';
import { discountCodeList, exportDiscountCodes } from './discount-code-list.ts';
import * as discountCodes from './discount-codes.service.ts';

export const discountCodeRoutes = [
  handle(
    listDiscountCodes,
    (context, { query }) => discountCodeList.page(context, query),
    (context, { query }) => exportDiscountCodes(context, query),
  ),
  handle(getDiscountCode, (context, { params }) =>
    discountCodes.getDiscountCode(context, params.id),
  ),
  handle(listDiscountCodeChanges, (context, { params, query }) =>
    listChanges(context, discountCodes.discountCodeRecord, params.id, query),
  ),
  handle(createDiscountCode, (context, { body }) => creating.createDiscountCode(context, body)),
  handle(updateDiscountCode, (context, { params, body }) =>
    discountCodes.updateDiscountCode(context, params.id, body),
  ),
];
