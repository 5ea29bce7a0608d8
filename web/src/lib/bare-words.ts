import { withFormulasInWords } from 'staffroom-contract/shared/formulas.ts';

/** Formatted text as plain text, for a short preview. */
export const bareWords = (html: string) =>
  new DOMParser()
    .parseFromString(withFormulasInWords(html).replaceAll('</p>', '</p>\n'), 'text/html')
    .body.textContent.trim() || (html === '' ? '' : 'Pictures or videos without text');
