import type { TokenScope } from '@staffroom/contract/domains/identity/service-tokens.contract.ts';

/** What a scope lets another system write, in staff's words. */
export const scopeWords: Record<TokenScope, string> = {
  'classroom-events': 'Classroom events',
  submissions: 'Submissions',
  feedback: 'Feedback',
  orders: 'Orders',
};

/** Which of the company's systems needs it for what (decisions: Integrations). */
export const scopeDescriptions: Record<TokenScope, string> = {
  'classroom-events': 'Who joined and left a lesson, and poll answers, from the classroom.',
  submissions: 'Homework that students handed in, from the student app.',
  feedback: 'Feedback that students gave, from the student app.',
  orders: 'Orders and their payment, from the web shop.',
};
