import type { Plugin } from 'vite';

/** Every browser that Staffroom runs in reads woff2: the other two kinds of each of KaTeX's fonts would only be copied. */
export const formulaFonts = (): Plugin => ({
  name: 'formula-fonts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/katex\/dist\/katex(\.min)?\.css$/.test(id)) return null;
    return code.replaceAll(/,\s*url\([^)]+\.(woff|ttf)\)\s*format\(['"][a-z]+['"]\)/g, '');
  },
});
