import type { Plugin } from 'vite';

/** All supported browsers read woff2, so KaTeX's two other font formats are left out. */
export const formulaFonts = (): Plugin => ({
  name: 'formula-fonts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/katex\/dist\/katex(\.min)?\.css$/.test(id)) return null;
    return code.replaceAll(/,\s*url\([^)]+\.(woff|ttf)\)\s*format\(['"][a-z]+['"]\)/g, '');
  },
});
