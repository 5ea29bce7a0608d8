/** Milliseconds after which a closed dialog has faded out and no longer moves the focus. */
export const afterClosing = 250;
