/**
 * Ref of a dialog's body: its first field is where the focus goes, not the close button above it.
 * A field with `data-autofocus` of its own stays first.
 */
export const markFirstField = (body: HTMLElement | null): void => {
  if (body === null || body.querySelector('[data-autofocus]')) return;
  body
    .querySelector('input:not(:disabled, [type="hidden"]), textarea:not(:disabled)')
    ?.setAttribute('data-autofocus', 'true');
};
