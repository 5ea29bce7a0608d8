import { defineEvent } from '../../platform/events.ts';

/** A student's order for a class was placed or changed. If its places changed, the student is locked. */
export const orderChanged = defineEvent<{ studentId: string; classId: string }>('orderChanged');
