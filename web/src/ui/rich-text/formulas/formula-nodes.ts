import { Node, type Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { keptAttributes } from 'staffroom-contract/shared/rich-text.ts';
import { attributesOf } from '../html-attributes.ts';
import { FormulaBox, openFormulaAt } from './formula-box.ts';

type Tag = 'span' | 'div';

/** The shared part of both nodes: LaTeX in an attribute, as in the contract. */
const formula = (tag: Tag) =>
  ({
    atom: true,
    addAttributes: () => ({ latex: { default: '' } }),
    parseHTML: () => [
      {
        tag: `${tag}[data-latex]`,
        // Before the text colour, which is a span too.
        priority: 60,
        getAttrs: (element: HTMLElement) => {
          const kept = keptAttributes(tag, attributesOf(element));
          const latex = typeof kept === 'string' ? undefined : kept['data-latex'];
          return latex === undefined ? false : { latex };
        },
      },
    ],
    renderHTML: ({ node }: { node: { attrs: Record<string, unknown> } }) =>
      [tag, { 'data-type': typeOf[tag], 'data-latex': node.attrs['latex'] }] as const,
    renderText: ({ node }: { node: { attrs: Record<string, unknown> } }) =>
      `$${String(node.attrs['latex'])}$`,
    addNodeView: () => (place: ConstructorParameters<typeof FormulaBox>[0]) =>
      new FormulaBox(place),
  }) as const;

const typeOf = { span: 'inline-math', div: 'block-math' } as const;

/** An inline formula; typed as `$x^2$`. */
export const Formula = Node.create({
  ...formula('span'),
  name: 'formula',
  group: 'inline',
  inline: true,
  addKeyboardShortcuts() {
    return { Enter: () => openSelected(this.editor) };
  },
});

/** A formula on its own line; typed as `$$x^2$$`. */
export const BlockFormula = Node.create({
  ...formula('div'),
  name: 'blockFormula',
  group: 'block',
});

/** Opens the formula that is selected with the arrow keys. */
const openSelected = (editor: Editor): boolean => {
  const { selection } = editor.state;
  const isFormula =
    selection instanceof NodeSelection &&
    ['formula', 'blockFormula'].includes(selection.node.type.name);
  if (isFormula) openFormulaAt(editor, selection.from);
  return isFormula;
};

/** Replaces the selection with an empty formula and opens it. */
export const insertFormula = (editor: Editor): void => {
  const type = editor.schema.nodes['formula'];
  if (!type || !editor.isEditable) return;
  const { view } = editor;
  const { from } = view.state.selection;
  view.dispatch(view.state.tr.replaceSelectionWith(type.create({ latex: '' }), true));
  // If the selection was a whole picture, the formula gets a line of its own.
  let at: number | undefined;
  view.state.doc.nodesBetween(
    from,
    Math.min(from + 2, view.state.doc.content.size),
    (node, position) => {
      if (node.type === type && node.attrs['latex'] === '') at ??= position;
    },
  );
  if (at !== undefined) openFormulaAt(editor, at);
};
