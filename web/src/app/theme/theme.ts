import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
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

/** A text colour for `c="…"`. Mantine requires ten shades; the visible colour comes from the tokens. */
const textColor = (hex: string): MantineColorsTuple =>
  Array.from({ length: 10 }, () => hex) as never;

/** Colours of a button that deletes, and of a quiet one; others have Mantine's. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const border = '1px solid transparent';
  if (input.variant === 'danger')
    return {
      background: 'var(--negative-strong)',
      hover: 'color-mix(in srgb, var(--negative-strong), black 8%)',
      color: 'var(--on-accent)',
      border,
    };
  if (input.variant === 'subtle')
    return {
      background: 'transparent',
      hover: 'var(--hover)',
      color: 'var(--text-2)',
      hoverColor: 'var(--text-1)',
      border,
    };
  return defaultVariantColorsResolver(input);
};

const font = "'Inter Variable', Inter, 'Noto Sans CJK SC', system-ui, sans-serif";

/** The Mantine theme. Sizes follow the design note: 11, 12, 13, 14, 18 px type on a 4 px grid. */
export const theme = createTheme({
  fontFamily: font,
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: {
    accent,
    secondary: textColor('#474a57'),
    negative: textColor('#b3262b'),
    positive: textColor('#12703f'),
    warning: textColor('#9a4d00'),
  },
  // Mantine requires five; xs and xl repeat a neighbour (breakpoints.css).
  breakpoints: { xs: '768px', sm: '768px', md: '1024px', lg: '1280px', xl: '1280px' },
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
  variantColorResolver,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: componentDefaults,
});
