import { Extension } from '@tiptap/core';
import { closeHistory, undo } from '@tiptap/pm/history';
import type { Node, Slice } from '@tiptap/pm/model';
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { longestFormula } from 'staffroom-contract/shared/formula-limits.ts';
import {
  objectSign,
  pastedFormulas,
  typedBlockFormula,
  typedFormula,
  type WrittenFormula,
} from './typed-formulas.ts';

/**
 * Converts LaTeX that is typed as `$x^2$` or `$$x^2$$`, or pasted in any notation. The conversion is a separate step
 * after the insertion, so that undo, or an immediate Backspace, restores the text.
 */
export const WrittenFormulas = Extension.create({
  name: 'writtenFormulas',
  addProseMirrorPlugins: () => {
    let converted: Node | undefined;
    const convert = (view: EditorView, change: Transaction | undefined) => {
      if (!change) return;
      view.dispatch(closeHistory(change));
      converted = view.state.doc;
    };
    return [
      new Plugin({
        props: {
          handleTextInput: (view, from, to, text) => {
            if (text !== '$' || view.composing || !isTypedFormula(view.state, from)) return false;
            view.dispatch(view.state.tr.insertText(text, from, to));
            convert(view, typed(view.state));
            return true;
          },
          handlePaste: (view, event, slice) => {
            const html = event.clipboardData?.getData('text/html') ?? '';
            // Text copied from this editor already has its formulas.
            if (html.includes('data-pm-slice') || !hasOpening(slice)) return false;
            const { from, to } = view.state.selection;
            const change = view.state.tr.replaceSelection(slice).scrollIntoView();
            view.dispatch(change.setMeta('paste', true).setMeta('uiEvent', 'paste'));
            const [start, end] = [change.mapping.map(from, -1), change.mapping.map(to, 1)];
            convert(view, pasted(view.state, start, end));
            return true;
          },
          handleKeyDown: (view, { key }) =>
            key === 'Backspace' &&
            converted === view.state.doc &&
            undo(view.state, view.dispatch.bind(view)),
        },
      }),
    ];
  },
});

const hasOpening = ({ content }: Slice) =>
  /\$|\\[([]|\\begin\{/.test(content.textBetween(0, content.size, '\n', objectSign));

/** The paragraph's text before a position, up to the maximum length of a formula. */
const textBefore = (state: EditorState, position: number) => {
  const { parent, parentOffset } = state.doc.resolve(position);
  const start = Math.max(0, parentOffset - longestFormula - 4);
  return parent.textBetween(start, parentOffset, undefined, objectSign);
};

const isTypedFormula = (state: EditorState, position: number) => {
  const text = `${textBefore(state, position)}$`;
  return typedBlockFormula(text) !== undefined || typedFormula(text) !== undefined;
};

/** The transaction that converts what was typed before the caret. */
const typed = (state: EditorState): Transaction | undefined => {
  const { $from } = state.selection;
  const text = textBefore(state, $from.pos);
  const blockLatex = typedBlockFormula(text);
  const { formula, blockFormula } = state.schema.nodes;
  const isWhole = $from.depth === 1 && $from.parentOffset === $from.parent.content.size;
  if (blockLatex !== undefined && isWhole && blockFormula)
    return withBlocks(state.tr, $from.before(), $from.after(), [
      blockFormula.create({ latex: blockLatex }),
    ]);
  const inline = typedFormula(text);
  if (!inline || text.includes(objectSign, text.length - inline.length) || !formula)
    return undefined;
  const start = $from.pos - inline.length;
  return state.tr.replaceWith(start, $from.pos, formula.create({ latex: inline.latex }));
};

/** Replaces blocks with others, adding an empty paragraph at the end of the text. */
const withBlocks = (change: Transaction, from: number, to: number, blocks: readonly Node[]) => {
  const paragraph = change.doc.type.schema.nodes['paragraph'];
  const isEnd = to === change.doc.content.size && !blocks.at(-1)?.isTextblock;
  change.replaceWith(from, to, isEnd && paragraph ? [...blocks, paragraph.create()] : blocks);
  const end = from + blocks.reduce((size, { nodeSize }) => size + nodeSize, 0);
  return change.setSelection(TextSelection.near(change.doc.resolve(end), isEnd ? 1 : -1));
};

type Line = { position: number; node: Node; start: number };

/** The transaction that converts LaTeX between two positions; adjacent lines are read as one text. */
const pasted = (state: EditorState, from: number, to: number): Transaction | undefined => {
  const groups: { parent: Node; lines: Line[] }[] = [];
  state.doc.nodesBetween(from, to, (node, position, parent) => {
    if (!node.isTextblock || !parent) return true;
    const last = groups.at(-1);
    const before = last?.lines.at(-1);
    const follows = before && before.position + before.node.nodeSize === position;
    if (last && before && follows && last.parent === parent)
      last.lines.push({ position, node, start: before.start + before.node.content.size + 1 });
    else groups.push({ parent, lines: [{ position, node, start: 0 }] });
    return false;
  });
  const change = state.tr;
  for (const { parent, lines } of groups.toReversed()) {
    const text = lines.map((line) => textOf(line, from, to)).join('\n');
    for (const formula of pastedFormulas(text).toReversed())
      put(change, formula, lines, parent === state.doc);
  }
  return change.docChanged ? change : undefined;
};

/** The pasted part of a line's text. */
const textOf = ({ position, node }: Line, from: number, to: number) => {
  const text = node.textBetween(0, node.content.size, undefined, ({ type }) =>
    type.name === 'hardBreak' ? '\n' : objectSign,
  );
  const start = Math.max(0, from - position - 1);
  const end = Math.min(text.length, to - position - 1);
  const masked = (length: number) => objectSign.repeat(Math.max(0, length));
  return masked(start) + text.slice(start, end) + masked(text.length - end);
};

/** Formulas are inserted from last to first, so that earlier positions stay valid. */
const put = (
  change: Transaction,
  found: WrittenFormula,
  lines: readonly Line[],
  isTop: boolean,
) => {
  const { formula, blockFormula } = change.doc.type.schema.nodes;
  const first = lines.findLast(({ start }) => start <= found.start);
  const last = lines.findLast(({ start }) => start < found.end);
  if (!first || !last || !formula || !blockFormula) return;
  const start = first.position + 1 + found.start - first.start;
  if (!found.isBlock || !isTop) {
    // In a list or cell a formula stays inline.
    if (first === last)
      change.replaceWith(
        start,
        start + found.end - found.start,
        formula.create({ latex: found.latex }),
      );
    return;
  }
  // The rest of the last line may already contain converted formulas.
  const rest = change.doc.nodeAt(last.position);
  const restStart = found.end - last.start;
  const before = trimmed(first.node.cut(0, found.start - first.start), 'end');
  const after = rest && trimmed(rest.cut(restStart, rest.content.size), 'start');
  const blocks = [before, blockFormula.create({ latex: found.latex }), after].filter(
    (node): node is Node => node !== null && (node.isAtom || node.content.size > 0),
  );
  const end = last.position + (rest?.nodeSize ?? last.node.nodeSize);
  withBlocks(change, first.position, end, blocks);
};

/** A line without the breaks next to the formula. */
const trimmed = (line: Node, side: 'start' | 'end'): Node => {
  const beside = (part: Node) => (side === 'start' ? part.firstChild : part.lastChild);
  let rest = line;
  while (beside(rest)?.type.name === 'hardBreak')
    rest = side === 'start' ? rest.cut(1) : rest.cut(0, rest.content.size - 1);
  const isBlank = rest.textBetween(0, rest.content.size, undefined, objectSign).trim() === '';
  return isBlank ? rest.cut(0, 0) : rest;
};
