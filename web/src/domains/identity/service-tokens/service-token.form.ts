import {
  createServiceToken,
  tokenScopes,
} from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { defineForm } from '../../../kit/form/define-form.ts';
import { choices, text } from '../../../kit/form/field.ts';
import { scopeWords } from './scope-words.ts';

/** The form of a new token: for which system, and what it may write (decisions: Integrations). */
export const serviceTokenForm = defineForm({
  noun: 'token',
  create: createServiceToken,
  refreshes: ['identity'],
  fields: {
    name: text({ label: 'Name', required: true, maxLength: 100 }),
    scopes: choices(
      tokenScopes.map((value) => ({ value, label: scopeWords[value] })),
      { label: 'May write', required: true, word: 'what it may write' },
    ),
  },
});
