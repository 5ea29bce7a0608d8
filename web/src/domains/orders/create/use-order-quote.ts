import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { quoteQuery } from '../orders.api.ts';
import { quoteBodyOf, type OrderDraft, type OrderStudent, type QuoteTerms } from './order-draft.ts';

/** Milliseconds of rest before the server is asked again. */
const rest = 250;

/**
 * What the order of this form would do and cost. Asked again when the form rests; a newer question
 * cancels the older one. `isBehind` while the answer shown is not yet that of the form. After a lost answer (`isUnanswered`)
 * nothing is asked: the order may stand already, so what was known of seats, price and lessons owned holds no more.
 */
export const useOrderQuote = (
  draft: OrderDraft,
  { enabled, isUnanswered }: { enabled: boolean; isUnanswered: boolean },
) => {
  const terms = quoteBodyOf(draft);
  const text = JSON.stringify(terms);
  const [restedText] = useDebouncedValue(text, rest, { leading: true });
  // Lessons and prices of another class must never show, not even while the form rests.
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
    /** Whose e-mail stands in the form; undefined until that is known, never the one typed before. */
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
