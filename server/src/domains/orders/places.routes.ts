import { movePlace, removePlace } from 'staffroom-contract/domains/orders/places.contract.ts';
import { handle } from '../../platform/handle.ts';
import * as places from './places.service.ts';

export const placeRoutes = [
  handle(removePlace, (context, { params, query }) =>
    places.removePlace(context, { lessonId: params.id, studentId: params.studentId }, query),
  ),
  handle(movePlace, (context, { params, body }) => places.movePlace(context, params.id, body)),
];
