/**
 * Ref of a dialog's body: marks its first field for the initial focus instead of the close button. Of radios the checked
 * one is marked, as with Tab, so that Space changes nothing. A field with its own `data-autofocus` takes precedence.
 */
export const markFirstField = (body: HTMLElement | null): void => {
  if (body === null || body.querySelector('[data-autofocus]')) return;
  const first = body.querySelector(
    'input:not(:disabled, [type="hidden"], [hidden]), textarea:not(:disabled)',
  );
  const chosen =
    first?.matches('[type="radio"]') &&
    [...body.querySelectorAll('[type="radio"]:checked')].find(
      (radio) => radio.getAttribute('name') === first.getAttribute('name'),
    );
  (chosen || first)?.setAttribute('data-autofocus', 'true');
};
