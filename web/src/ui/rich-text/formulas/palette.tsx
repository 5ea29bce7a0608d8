import { VisuallyHidden } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useLayoutEffect, useRef } from 'react';
import { KeyHint } from '../../key-hint.tsx';
import { mainKey } from '../../main-key.ts';
import { useNarrow } from '../../use-narrow.ts';
import { useArrowKeys } from '../use-arrow-keys.ts';
import { useCode } from '../../use-code.ts';
import { openFormula, paletteMark } from './formula-box.ts';
import { insertFormula } from './formula-nodes.ts';
import { loadDrawing, loadedDrawing } from './load-drawing.ts';
import styles from './palette.module.css';

/** The most used templates: name, preview, LaTeX; `#` is the first slot. */
const templates: readonly (readonly [name: string, sign: string, template: string])[] = [
  ['Fraction', '\\frac{a}{b}', '\\frac{#}{}'],
  ['Mixed number', 'a\\frac{b}{c}', '#\\frac{}{}'],
  ['Power', 'x^2', '^{#}'],
  ['Root', '\\sqrt{x}', '\\sqrt{#}'],
  ['Times', '\\times', '\\times '],
  ['Divided by', '\\div', '\\div '],
  ['At most', '\\leq', '\\leq '],
  ['At least', '\\geq', '\\geq '],
  ['Pi', '\\pi', '\\pi '],
  ['Angle', '\\angle', '\\angle '],
  ['Degrees', '°', '^\\circ '],
  ['Litre', '\\ell', '\\ell '],
  ['Ratio', 'a:b', '#:'],
  ['Words', '\\text{cm}', '\\text{#}'],
  [
    'Matrix',
    '\\left(\\begin{smallmatrix}a&b\\\\c&d\\end{smallmatrix}\\right)',
    '\\begin{matrix}{#}&{}\\\\{}&{}\\end{matrix}',
  ],
];

/** Common templates for the open formula, or for a new one. One tab stop, like the toolbar. */
export const FormulaPalette = ({ editor, label }: { editor: Editor; label: string }) => {
  const arrows = useArrowKeys();
  const narrow = useNarrow();
  const insert = (template: string) => {
    if (!openFormula(editor)) insertFormula(editor);
    openFormula(editor)?.insert(template);
  };
  return (
    <div
      role="toolbar"
      aria-label={`Formulas of ${label}`}
      className={styles.palette}
      {...{ [paletteMark]: true }}
      {...arrows}
    >
      {templates.map(([name, sign, template]) => (
        <button
          key={name}
          type="button"
          data-tool
          className={styles.sign}
          title={name}
          // Keeps the caret in the formula.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insert(template)}
        >
          <VisuallyHidden>{name}</VisuallyHidden>
          <Drawn latex={sign} />
        </button>
      ))}
      {!narrow && (
        <span className={styles.keys} aria-hidden="true">
          <KeyHint keys="$" /> or <KeyHint keys={`${mainKey} M`} /> formula
        </span>
      )}
    </div>
  );
};

const Drawn = ({ latex }: { latex: string }) => {
  const { code } = useCode(loadDrawing, loadedDrawing());
  const sign = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (sign.current) code?.drawFormula(sign.current, latex, false);
  }, [code, latex]);
  return <span ref={sign} aria-hidden="true" />;
};
