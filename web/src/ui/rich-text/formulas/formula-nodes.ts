import { InputRule, Node, PasteRule, type Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { keptAttributes } from '@staffroom/contract/shared/rich-text.ts';
import { attributesOf } from '../html-attributes.ts';
import { FormulaBox, openFormulaAt } from './formula-box.ts';
import { pastedFormulas, typedBlockFormula, typedFormula } from './typed-formulas.ts';

type Tag = 'span' | 'div';

/** What both kinds share: LaTeX in an attribute, as the contract keeps it. */
const formula = (tag: Tag) =>
  ({
    atom: true,
    addAttributes: () => ({ latex: { default: '' } }),
    parseHTML: () => [
      {
        tag: `${tag}[data-latex]`,
        // Before the colour of a text, which is a span too.
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

/** A formula within a line; `$x^2$` types one. */
export const Formula = Node.create({
  ...formula('span'),
  name: 'formula',
  group: 'inline',
  inline: true,
  addKeyboardShortcuts() {
    return { Enter: () => openSelected(this.editor) };
  },
  addInputRules() {
    return [
      new InputRule({
        find: (text) => {
          const typed = typedFormula(text);
          if (!typed) return null;
          const { latex, length } = typed;
          return { index: text.length - length, text: text.slice(-length), data: { latex } };
        },
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ ...match.data }));
        },
      }),
    ];
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: (text) =>
          pastedFormulas(text).map(({ latex, index, length }) => ({
            index,
            text: text.slice(index, index + length),
            data: { latex },
          })),
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ ...match.data }));
        },
      }),
    ];
  },
});

/** A formula on a line of its own; `$$x^2$$` types one. */
export const BlockFormula = Node.create({
  ...formula('div'),
  name: 'blockFormula',
  group: 'block',
  addInputRules() {
    return [
      new InputRule({
        find: (text) => {
          const latex = typedBlockFormula(text);
          return latex === undefined ? null : { index: 0, text, data: { latex } };
        },
        handler: ({ state, match }) => {
          const { $from } = state.selection;
          if ($from.depth !== 1) return;
          const paragraph = state.schema.nodes['paragraph'];
          const made = this.type.create({ ...match.data });
          const before = $from.before();
          state.tr.replaceWith(before, $from.after(), [
            made,
            ...(paragraph ? [paragraph.create()] : []),
          ]);
          // What is typed next stands on the line behind it.
          state.tr.setSelection(TextSelection.near(state.tr.doc.resolve(before + made.nodeSize)));
        },
      }),
    ];
  },
});

/** Opens the formula that the arrows have selected. */
const openSelected = (editor: Editor): boolean => {
  const { selection } = editor.state;
  const isFormula =
    selection instanceof NodeSelection &&
    ['formula', 'blockFormula'].includes(selection.node.type.name);
  if (isFormula) openFormulaAt(editor, selection.from);
  return isFormula;
};

/** Puts an empty formula in place of the selection and opens it. */
export const insertFormula = (editor: Editor): void => {
  const type = editor.schema.nodes['formula'];
  if (!type || !editor.isEditable) return;
  const { view } = editor;
  const { from } = view.state.selection;
  view.dispatch(view.state.tr.replaceSelectionWith(type.create({ latex: '' }), true));
  // Where the selection was a whole picture, the formula stands in a line of its own.
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
