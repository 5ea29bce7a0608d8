import {
  sendAnnouncement,
  testAnnouncement,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  ctaProblems,
  smsProblem,
  type AnnouncementMethod,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { defineForm, newBodyOf, type ValuesOf } from '../../kit/form/define-form.ts';
import { longText, richText, text } from '../../kit/form/field.ts';
import type { FormContext } from '../../kit/form/field-kind.ts';

const email = {
  subject: text({ label: 'Subject', required: true, maxLength: 200 }),
  content: richText({ label: 'Content', required: true }),
  ctaText: text({ label: 'Button text', at: 'cta.text', maxLength: 100 }),
  ctaLink: text({ label: 'Button link', at: 'cta.link', maxLength: 2000 }),
};
const sms = {
  sms: longText({ label: 'Text', at: 'content', required: true, maxLength: 2000 }),
};

const asked = { noun: 'announcement', create: sendAnnouncement, refreshes: [] as const };

/**
 * The composer's two drafts. Typing in one keeps the other; only the chosen method's draft is validated and sent (part
 * 1 §2, Announcement composer).
 */
export const announcementForms = {
  email: defineForm(
    { ...asked, fields: { ...email, ...sms } },
    {
      unused: () => ['sms'],
      check: ({ ctaText, ctaLink }) => {
        const problems = ctaProblems({ text: ctaText, link: ctaLink });
        return {
          ...(problems.text && { ctaText: problems.text }),
          ...(problems.link && { ctaLink: problems.link }),
        };
      },
    },
  ),
  sms: defineForm(
    { ...asked, fields: { ...sms, ...email } },
    {
      unused: () => ['subject', 'content', 'ctaText', 'ctaLink'],
      check: (values) => {
        const problem = smsProblem(values.sms);
        return problem === undefined ? {} : { sms: problem };
      },
    },
  ),
} satisfies Record<AnnouncementMethod, unknown>;

export type AnnouncementValues = ValuesOf<typeof email & typeof sms>;
export type MessageBody = BodyInput<typeof testAnnouncement>;

/** Request body of the chosen method's draft. */
export const messageOf = (
  method: AnnouncementMethod,
  values: AnnouncementValues,
  context: FormContext,
): MessageBody => ({
  content: '',
  // The form's fields produce exactly the operation's body.
  ...(newBodyOf(announcementForms[method], values, context) as Partial<MessageBody>),
});
