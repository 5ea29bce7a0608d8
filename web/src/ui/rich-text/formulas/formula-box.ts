import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';
import text from '../rich-text.module.css';
import { longestFormula } from 'staffroom-contract/shared/formula-limits.ts';
import styles from './formula-box.module.css';
import { nextSlot, previousSlot, withTemplate, type Line } from './latex-slots.ts';
import { loadDrawing, loadedDrawing } from './load-drawing.ts';

type Place = { node: Node; editor: Editor; getPos: () => number | undefined };

const boxes = new WeakMap<globalThis.Node, FormulaBox>();
const opened = new WeakMap<Editor, FormulaBox>();

/** Marks the palette, which edits the open formula. */
export const paletteMark = 'data-formula-palette';

/** Opens the formula at a position of the text. */
export const openFormulaAt = (editor: Editor, position: number): void => {
  const element = editor.view.nodeDOM(position);
  if (element) boxes.get(element)?.open();
};

/** The formula that is being edited. */
export const openFormula = (editor: Editor): FormulaBox | undefined => opened.get(editor);

/** A formula in the editor: rendered, or a LaTeX input while it is being edited. */
export class FormulaBox implements NodeView {
  readonly dom: HTMLElement;
  readonly #drawn = document.createElement('span');
  readonly #place: Place;
  #node: Node;
  #input: HTMLInputElement | undefined;

  constructor(place: Place) {
    this.#place = place;
    this.#node = place.node;
    this.dom = document.createElement(this.#isBlock ? 'div' : 'span');
    this.dom.className = styles.box ?? '';
    this.dom.contentEditable = 'false';
    this.#drawn.className = text.formula ?? '';
    this.dom.append(this.#drawn);
    this.dom.addEventListener('click', () => this.open());
    boxes.set(this.dom, this);
    this.#draw();
  }

  get #isBlock() {
    return this.#node.isBlock;
  }

  get #latex() {
    return String(this.#node.attrs['latex']);
  }

  #draw() {
    const latex = this.#latex;
    const draw = () => {
      if (latex === this.#latex) loadedDrawing()?.drawFormula(this.#drawn, latex, this.#isBlock);
    };
    if (loadedDrawing()) return draw();
    this.#drawn.textContent = latex;
    loadDrawing().then(draw, () => undefined);
    return undefined;
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    if (this.#input && this.#input.value.trim() !== this.#latex) this.#input.value = this.#latex;
    this.#draw();
    return true;
  }

  /** Shows the LaTeX input with the caret at its end. */
  open(): void {
    const { editor } = this.#place;
    if (this.#input || !editor.isEditable) return;
    const input = document.createElement('input');
    this.#input = input;
    opened.set(editor, this);
    input.className = styles.latex ?? '';
    input.value = this.#latex;
    input.setAttribute('aria-label', 'Formula in LaTeX');
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.maxLength = longestFormula;
    input.addEventListener('input', () => this.#take());
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('blur', (event) => this.#blur(event));
    // Escape closes the formula, not the dialog around it.
    this.dom.dataset['mantineStopPropagation'] = 'true';
    this.dom.prepend(input);
    this.#fit();
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }

  /** Inserts a palette template at the caret. */
  insert(template: string): void {
    const input = this.#input;
    if (!input) return;
    this.#write(withTemplate(lineOf(input), template));
    input.focus();
  }

  #write({ value, start, end }: Line) {
    const input = this.#input;
    if (!input) return;
    input.value = value;
    input.setSelectionRange(start, end);
    this.#take();
  }

  /** Every key press is saved at once, so that a save during editing includes it. */
  #take() {
    const position = this.#place.getPos();
    if (position === undefined || !this.#input) return;
    this.#fit();
    const { view } = this.#place.editor;
    const latex = this.#input.value.trim();
    view.dispatch(view.state.tr.setNodeAttribute(position, 'latex', latex));
  }

  #fit() {
    const signs = Math.max(3, this.#input?.value.length ?? 0);
    if (this.#input) this.#input.style.width = `calc(${signs + 1}ch + 10px)`;
  }

  #key(event: KeyboardEvent) {
    const input = this.#input;
    // Ctrl/⌘ Enter and similar keys belong to the surrounding form.
    if (!input || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { value, start, end } = lineOf(input);
    const atStart = start === 0 && end === 0;
    const atEnd = start === value.length && end === value.length;
    const { key } = event;
    if (key === 'Tab') {
      const next = event.shiftKey ? previousSlot(value, start) : nextSlot(value, start);
      if (next === undefined) this.#leave(event, event.shiftKey ? 'before' : 'behind');
      else {
        event.preventDefault();
        input.setSelectionRange(next, next);
      }
    } else if (key === 'Enter' || key === 'Escape' || key === '$') this.#leave(event, 'behind');
    else if ((key === 'ArrowRight' || key === 'ArrowDown') && atEnd) this.#leave(event, 'behind');
    else if ((key === 'ArrowLeft' || key === 'ArrowUp') && atStart) this.#leave(event, 'before');
    else if (key === 'Backspace' && value === '') this.#leave(event, 'behind');
    // Keys typed here must not trigger shortcuts of the editor or the form.
    event.stopPropagation();
  }

  #leave(event: KeyboardEvent, side: 'before' | 'behind') {
    event.preventDefault();
    event.stopPropagation();
    const { view } = this.#place.editor;
    const position = this.#place.getPos();
    const size = this.#node.nodeSize;
    const isGone = this.#close();
    if (position !== undefined) {
      const goal = isGone || side === 'before' ? position : position + size;
      const { doc } = view.state;
      const near = TextSelection.near(
        doc.resolve(Math.min(goal, doc.content.size)),
        side === 'before' ? -1 : 1,
      );
      view.dispatch(view.state.tr.setSelection(near));
    }
    view.focus();
  }

  #blur(event: FocusEvent) {
    const next = event.relatedTarget;
    if (next instanceof Element && next.closest(`[${paletteMark}]`)) return;
    this.#close();
  }

  /** Shows the rendered formula again. An empty formula is deleted; returns whether it was. */
  #close(): boolean {
    const input = this.#input;
    if (!input) return false;
    this.#input = undefined;
    const { editor, getPos } = this.#place;
    if (opened.get(editor) === this) opened.delete(editor);
    delete this.dom.dataset['mantineStopPropagation'];
    input.remove();
    const position = getPos();
    if (this.#latex !== '' || position === undefined || editor.isDestroyed) return false;
    editor.view.dispatch(editor.view.state.tr.delete(position, position + this.#node.nodeSize));
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }

  stopEvent(event: Event): boolean {
    return event.target === this.#input;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    const { editor } = this.#place;
    if (opened.get(editor) === this) opened.delete(editor);
    this.#input = undefined;
  }
}

const lineOf = ({ value, selectionStart, selectionEnd }: HTMLInputElement): Line => ({
  value,
  start: selectionStart ?? value.length,
  end: selectionEnd ?? value.length,
});
