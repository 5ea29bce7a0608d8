// Without the catalogue and its schemas: the sign-in screen loads this.
import type { ErrorItem } from './errors.ts';

/** What is wrong, and with what of it. */
export const wordsOfError = ({ message, about }: Pick<ErrorItem, 'message' | 'about'>) =>
  about === undefined ? message : `${message} ${about}`;
