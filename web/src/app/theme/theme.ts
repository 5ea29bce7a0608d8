import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { componentDefaults } from './component-defaults.ts';

/** Mantine requires ten shades; the visible colours come from the tokens (css-variables.ts). */
const accent: MantineColorsTuple = [
  '#eeeffd',
  '#dfe2fc',
  '#bcc2f6',
  '#a3aaff',
  '#5a65e8',
  '#4c57dc',
  '#4450d4',
  '#3c47c4',
  '#3843bc',
  '#2b2f60',
];

const font = "'Inter Variable', Inter, 'Noto Sans CJK SC', system-ui, sans-serif";

/** The Mantine theme. Sizes follow the design note: 11, 12, 13, 14, 18 px type on a 4 px grid. */
export const theme = createTheme({
  fontFamily: font,
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: { accent },
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '11px' },
  defaultRadius: 'md',
  headings: {
    fontFamily: font,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '18px', lineHeight: '24px', fontWeight: '620' },
      h3: { fontSize: '14px', lineHeight: '20px', fontWeight: '600' },
    },
  },
  shadows: { md: 'var(--shadow-float)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: componentDefaults,
});
