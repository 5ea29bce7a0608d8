import type { Plugin } from 'vite';

/** Parts of Mantine's compound components that no screen uses; without this, every screen would load their code. */
const unused: Record<string, readonly string[]> = {
  ActionIcon: ['Group', 'GroupSection'],
  Button: ['Group', 'GroupSection'],
  Checkbox: ['Indicator'],
  Combobox: ['Footer', 'Header'],
  Menu: [
    'CheckboxGroup',
    'CheckboxItem',
    'ContextMenu',
    'RadioGroup',
    'RadioItem',
    'Search',
    'Sub',
  ],
  Popover: ['ContextMenu'],
};

const names = Object.entries(unused).flatMap(([whole, parts]) =>
  parts.map((part) => [whole, part] as const),
);
const modules = new Map(
  names.map(([whole, part]) => [`/components/${whole}/${whole}${part}/${whole}${part}.mjs`, part]),
);
const uses = new RegExp(`\\b(${names.map(([whole, part]) => `${whole}\\.${part}`).join('|')})\\b`);

/** Removes these parts from the build (docs/adr/0012), and fails the build if our code uses one. */
export const unusedParts = (): Plugin => ({
  name: 'unused-parts',
  enforce: 'pre',
  load(id) {
    const at = id.lastIndexOf('/components/');
    if (!id.includes('/@mantine/core/') || !modules.has(id.slice(at))) return null;
    const name = id.slice(id.lastIndexOf('/') + 1, -'.mjs'.length);
    return `export const ${name} = undefined;`;
  },
  transform(code, id) {
    if (id.includes('/node_modules/')) return null;
    const [used] = uses.exec(code) ?? [];
    if (used)
      this.error(`${used} is left out of the build: remove it from bundling/unused-parts.ts.`);
    return null;
  },
});
