import { getHome } from 'staffroom-contract/domains/home/home.contract.ts';
import { handle } from '../../platform/handle.ts';
import { findHome } from './home.service.ts';

export const homeRoutes = [handle(getHome, (context, { query }) => findHome(context, query.part))];
