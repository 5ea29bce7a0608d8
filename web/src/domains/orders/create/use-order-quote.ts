import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { quoteQuery } from '../orders.api.ts';
import { quoteBodyOf, type OrderDraft, type OrderStudent, type QuoteTerms } from './order-draft.ts';

/** Debounce of the quote in milliseconds. */
const rest = 250;

/**
 * Quote of the form's order. Requested after a typing pause; a newer request cancels the older one. `isBehind` is true
 * while the quote shown is not of the current form. After a lost answer (`isUnanswered`) no quote is requested: the
 * order may already exist, so known seats, price and owned lessons are no longer valid.
 */
export const useOrderQuote = (
  draft: OrderDraft,
  { enabled, isUnanswered }: { enabled: boolean; isUnanswered: boolean },
) => {
  const terms = quoteBodyOf(draft);
  const text = JSON.stringify(terms);
  const [restedText] = useDebouncedValue(text, rest, { leading: true });
  // Lessons and prices of another class must never be shown, not even during the debounce.
  const rested = JSON.parse(restedText) as QuoteTerms | null;
  const body = rested?.class === terms?.class ? rested : terms;
  const query = useQuery({
    ...quoteQuery(body ?? { class: '' }),
    enabled: enabled && !isUnanswered && body !== null,
    placeholderData: (before, beforeQuery) =>
      isOfClass(beforeQuery?.queryKey, body?.class) ? before : undefined,
  });
  const quote = body === null ? undefined : query.data?.data;

  const [known, setKnown] = useState<{ email: string | undefined; student: OrderStudent }>();
  const isNews = known?.email !== body?.email || known?.student !== quote?.student;
  if (quote && !query.isPlaceholderData && isNews)
    setKnown({ email: body?.email, student: quote.student });

  return {
    quote,
    /** The student with the form's e-mail; null if there is no such student, undefined until known. */
    student: known && known.email === terms?.email ? known.student : undefined,
    isUnanswered,
    error: query.error,
    retry: () => void query.refetch(),
    isBehind: quote !== undefined && (restedText !== text || query.isPlaceholderData),
  };
};

export type OrderQuote = ReturnType<typeof useOrderQuote>;

const isOfClass = (key: readonly unknown[] | undefined, classId: string | undefined) => {
  const input = key?.[2] as { body?: { class?: string } } | undefined;
  return classId !== undefined && input?.body?.class === classId;
};
