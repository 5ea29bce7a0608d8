import type { CSSVariablesResolver } from '@mantine/core';

/** Mantine's own variables mapped to tokens, so that components without own styles fit in. */
const mantineVariables: Record<string, string> = {
  '--mantine-color-text': 'var(--text-1)',
  '--mantine-color-bright': 'var(--text-1)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-error': 'var(--negative)',
  '--mantine-color-success': 'var(--positive)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text-1)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line-2)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft-2)',
  '--mantine-color-accent-light-color': 'var(--accent-text)',
  '--mantine-color-accent-outline': 'var(--accent-text)',
  '--mantine-color-accent-text': 'var(--accent-text)',
  '--mantine-color-secondary-text': 'var(--text-2)',
  '--mantine-color-negative-text': 'var(--negative)',
  '--mantine-color-positive-text': 'var(--positive)',
  '--mantine-color-warning-text': 'var(--warning)',
  // Dividers of menus.
  '--mantine-color-gray-2': 'var(--line)',
  '--mantine-color-dark-4': 'var(--line)',
};

/** Maps Mantine's variables to the tokens, which differ between light and dark. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: mantineVariables,
  dark: mantineVariables,
});
