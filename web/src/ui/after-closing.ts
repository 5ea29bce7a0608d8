/** Milliseconds after which a closed dialog has faded out, and nothing of it moves the focus any more. */
export const afterClosing = 250;
