import { useEffect, useRef, type RefObject } from 'react';

/**
 * After a refused save, focuses the first field with an error, which may be out of view in a long form. `tries` counts
 * the saves that the form itself refused. Returns the ref for the form's fields.
 */
export const useFocusOnProblem = (
  refusal: unknown,
  tries = 0,
): RefObject<HTMLDivElement | null> => {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refusal && tries === 0) return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal, tries]);
  return fields;
};
