import {
  createFollowUp,
  updateFollowUp,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { followUpStates } from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { day, longText, named, setting } from '../../kit/form/field.ts';
import { stateWords } from './feedback-words.ts';

/** A follow-up of feedback: owner, due date, and what was done (ADR 27). */
export const followUpForm = defineForm({
  noun: 'follow-up',
  create: createFollowUp,
  update: updateFollowUp,
  refreshes: ['feedback', 'home'],
  fields: {
    owner: named({ label: 'Owner', required: true }),
    due_date: day({ label: 'Due date' }),
    state: setting(
      followUpStates.map((value) => ({ value, label: stateWords[value] })),
      { label: 'State', default: 'open' },
    ),
    remark: longText({ label: 'Remark', maxLength: 2000 }),
  },
});
