import { useLayoutEffect, useRef } from 'react';
import { hasFormula } from '@staffroom/contract/shared/formulas.ts';
import { SkeletonBar } from '../list-states.tsx';
import { loadDrawing, loadedDrawing } from './formulas/load-drawing.ts';
import styles from './rich-text.module.css';
import { useCode } from './use-code.ts';

/** Formatted text as it was written, cleaned once more before it is shown. Nothing for ''. */
export const RichTextView = ({ html }: { html: string }) => {
  const withFormulas = hasFormula(html);
  // Its code is another one as soon as there is a formula.
  return html === '' ? null : (
    <Cleaned key={String(withFormulas)} html={html} withFormulas={withFormulas} />
  );
};

type Shown = typeof import('./shown-html.ts');
let shown: Shown | undefined;

/** Fetches what shows formatted text, and what draws formulas where there is one; both stay for the next text. */
export const loadRichText = async (withFormulas: boolean): Promise<Shown> => {
  const [code] = await Promise.all([
    import('./shown-html.ts'),
    // Without it formulas stand there as they were typed.
    withFormulas && loadDrawing().catch(() => undefined),
  ]);
  return (shown = code);
};

const useShown = (withFormulas: boolean): Shown | undefined => {
  const isLoaded = !withFormulas || loadedDrawing() !== undefined;
  return useCode(() => loadRichText(withFormulas), isLoaded ? shown : undefined).code;
};

/** Whether formatted text stands as it stays from its first moment on, formulas too: before, it is not to be measured. */
export const useDrawsAtOnce = (): boolean => useShown(true) !== undefined;

const Cleaned = ({ html, withFormulas }: { html: string; withFormulas: boolean }) => {
  const code = useShown(withFormulas);
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (code) text.current?.replaceChildren(code.shownHtml(html, loadedDrawing()?.drawFormula));
  }, [code, html]);
  if (!code) return <SkeletonBar width={50} />;
  return <div ref={text} className={styles.text} />;
};
