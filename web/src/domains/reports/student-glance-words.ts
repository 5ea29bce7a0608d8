import type { LastContact } from 'staffroom-contract/domains/reports/last-contact.contract.ts';

/** The last contact's text: a remark, a reminder, a new status, or the message. */
export const contactText = (contact: LastContact): string => {
  switch (contact.source) {
    case 'ticket':
      return [contact.action, contact.text].filter(Boolean).join('. ') || contact.status;
    case 'feedback':
      return contact.text || 'Feedback followed up';
    case 'message':
      return `${contact.method === 'sms' ? 'SMS' : 'E-mail'}: ${contact.text}`;
  }
};

/** "Attended 7 of the last 8 live lessons". */
export const attendedWords = ({ attended, of }: { attended: number; of: number }): string => {
  if (of === 1)
    return attended === 1 ? 'Attended the last live lesson' : 'Absent from the last live lesson';
  return `Attended ${attended} of the last ${of} live lessons`;
};
