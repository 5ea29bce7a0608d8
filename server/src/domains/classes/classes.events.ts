import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { defineEvent } from '../../platform/events.ts';

/** The type of a class changed, in this transaction; `allowed` if the caller confirmed the effect on pay. */
export const classTypeChanged = defineEvent<{
  classId: string;
  before: Class['class_type'];
  allowed: boolean;
}>('classTypeChanged');
