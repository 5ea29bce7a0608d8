import type { ClassPlan } from './class-plan.ts';
import { regularClasses } from './regular-classes.ts';
import { sampleClasses } from './sample-classes.ts';
import { recordings, workshops } from './workshops.ts';

/** Every class of the demo: 90, the sample file's first. */
export const classList: ClassPlan[] = [
  ...sampleClasses,
  ...regularClasses,
  ...workshops,
  ...recordings,
];
