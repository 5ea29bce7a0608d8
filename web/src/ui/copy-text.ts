import { showSnackbar } from './snackbars.tsx';

/** Puts a text into the clipboard and says so by its name; without TLS, or without leave, the browser keeps it to itself. */
export const copyText = async (name: string, text: string) => {
  try {
    await navigator.clipboard.writeText(text);
    showSnackbar(`${name} copied`);
  } catch {
    showSnackbar(`The browser did not let us copy. ${name}: ${text}`);
  }
};
