import { useEffect, useRef, type RefObject } from 'react';

/**
 * After a refused save, focuses the first field with an error, which may be out of view in a long form. Returns the ref
 * for the form's fields.
 */
export const useFocusOnProblem = (refusal: unknown): RefObject<HTMLDivElement | null> => {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refusal) return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  return fields;
};
