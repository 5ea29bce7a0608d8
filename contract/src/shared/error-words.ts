// In a file of its own, without the catalogue and its schemas, since the sign-in screen loads it.
import type { ErrorItem } from './errors.ts';

/** The message of an error with its subject, if it has one. */
export const wordsOfError = ({ message, about }: Pick<ErrorItem, 'message' | 'about'>) =>
  about === undefined ? message : `${message} ${about}`;
