import { defineEvent } from '../../platform/events.ts';

/** An order of a student for a class was placed, processed, cancelled or changed; the student is locked where places changed. */
export const orderChanged = defineEvent<{ studentId: string; classId: string }>('orderChanged');
