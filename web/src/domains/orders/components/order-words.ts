import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';

/** "T2 L1": a lesson by its term and number. */
export const lessonCode = (lesson: { meta: { term: number; index: number } }): string =>
  `T${lesson.meta.term} L${lesson.meta.index}`;

/** What a lesson is about: its name without the term and number that stand beside it. */
export const lessonTopic = (lesson: { name: string; meta: { term: number; index: number } }) => {
  const code = lessonCode(lesson);
  return lesson.name.startsWith(`${code} `) ? lesson.name.slice(code.length).trim() : lesson.name;
};

/** Bank transfer when somebody handled it, else online with its platform (part 2 §3, Order). */
export const paymentWords = (order: Pick<Order, 'handled_by' | 'payment'>): string => {
  if (order.handled_by) return 'Bank transfer';
  return order.payment.platform ? `Online, ${order.payment.platform}` : 'Online';
};

/** "+65 8000 4571"; empty when no phone is known. */
export const phoneWords = (person: { phone_country_code: string; phone: string }): string => {
  if (!person.phone) return '';
  const half = person.phone.length === 8 ? person.phone.replace(/^(\d{4})/, '$1 ') : person.phone;
  return person.phone_country_code ? `+${person.phone_country_code} ${half}` : half;
};
