import { searchRecords } from 'staffroom-contract/domains/search/search.contract.ts';
import { handle } from '../../platform/handle.ts';
import { findRecords } from './search.service.ts';

export const searchRoutes = [
  handle(searchRecords, (context, { query }) => findRecords(context, query.text)),
];
