import { formatCount } from '../../lib/formats.ts';
import { showSnackbar } from '../../ui/snackbars.tsx';

/** Copies names to the clipboard, one per line. */
export const copyNames = async (names: readonly string[]): Promise<void> => {
  try {
    await navigator.clipboard.writeText(names.join('\n'));
    showSnackbar(`${formatCount(names.length, 'name')} copied`);
  } catch {
    showSnackbar('The browser did not let us copy.');
  }
};
