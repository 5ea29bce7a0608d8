import { useEffect, useRef, type RefObject } from 'react';

/**
 * After a refused save the focus goes to the first field that the refusal is about, which a long form may have out of
 * sight. Answers the ref of the form's fields.
 */
export const useFocusOnProblem = (refusal: unknown): RefObject<HTMLDivElement | null> => {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refusal) return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  return fields;
};
