/**
 * Ref of a dialog's body: its first field is where the focus goes, not the close button above it; of several radios the
 * one that is chosen, as Tab does, so that Space changes nothing. A field with `data-autofocus` of its own stays first.
 */
export const markFirstField = (body: HTMLElement | null): void => {
  if (body === null || body.querySelector('[data-autofocus]')) return;
  const first = body.querySelector(
    'input:not(:disabled, [type="hidden"]), textarea:not(:disabled)',
  );
  const chosen =
    first?.matches('[type="radio"]') &&
    [...body.querySelectorAll('[type="radio"]:checked')].find(
      (radio) => radio.getAttribute('name') === first.getAttribute('name'),
    );
  (chosen || first)?.setAttribute('data-autofocus', 'true');
};
