import { showSnackbar } from './snackbars.tsx';

/** Copies a text and confirms it by name; without TLS or permission the snackbar shows the text instead. */
export const copyText = async (name: string, text: string) => {
  try {
    await navigator.clipboard.writeText(text);
    showSnackbar(`${name} copied`);
  } catch {
    showSnackbar(`The browser did not let us copy. ${name}: ${text}`);
  }
};
