import type { Extensions } from '@tiptap/core';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { keptAttributes } from 'staffroom-contract/shared/rich-text.ts';
import { attributesOf } from './html-attributes.ts';

/** The span of a cell; written only if more than 1. */
const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const kept = keptAttributes('td', attributesOf(element));
    return typeof kept === 'string' ? 1 : Number(kept[name] ?? 1);
  },
  renderHTML: (attributes: Record<string, unknown>) =>
    Number(attributes[name]) > 1 ? { [name]: attributes[name] } : {},
});

const addAttributes = () => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  // Required by the table commands; widths are not stored.
  colwidth: { default: null, parseHTML: () => null, rendered: false },
});

/** Tables as the contract stores them: rows and cells, also merged ones, without widths and colours. */
export const tableExtensions: Extensions = [
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }).configure({
    View: null,
    allowTableNodeSelection: true,
  }),
  TableRow.extend({ renderHTML: () => ['tr', 0] }),
  TableHeader.extend({ addAttributes }),
  TableCell.extend({ addAttributes }),
];

const raised = 'superscript subscript';

/** Superscript and subscript, never both at once. */
export const raisedExtensions: Extensions = [
  Superscript.extend({ excludes: raised }),
  Subscript.extend({ excludes: raised }),
];
