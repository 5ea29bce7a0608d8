import {
  createFollowUp,
  updateFollowUp,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { followUpStates } from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { day, longText, named, setting } from '../../kit/form/field.ts';
import { stateWords } from './feedback-words.ts';

/** A follow-up of feedback: owner, follow-up date, and what was agreed (ADR 27). */
export const followUpForm = defineForm({
  noun: 'follow-up',
  create: createFollowUp,
  update: updateFollowUp,
  refreshes: ['feedback', 'home'],
  fields: {
    owner: named({ label: 'Assigned to', required: true }),
    due_date: day({ label: 'Follow-up date' }),
    state: setting(
      followUpStates.map((value) => ({ value, label: stateWords[value] })),
      { label: 'Status', default: 'open' },
    ),
    remark: longText({ label: 'What was agreed', required: true, maxLength: 2000 }),
  },
});
