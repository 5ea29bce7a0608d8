import { useLayoutEffect, useMemo, useRef } from 'react';
import { hasFormula } from 'staffroom-contract/shared/formulas.ts';
import { SkeletonBar } from '../list-states.tsx';
import { loadDrawing, loadedDrawing } from './formulas/load-drawing.ts';
import styles from './rich-text.module.css';
import { useCode } from '../use-code.ts';

/** Shows formatted text, sanitised again. Renders nothing for ''. */
export const RichTextView = ({ html }: { html: string }) => {
  const withFormulas = hasFormula(html);
  // With a formula, other code is loaded.
  return html === '' ? null : (
    <Cleaned key={String(withFormulas)} html={html} withFormulas={withFormulas} />
  );
};

type Shown = typeof import('./shown-html.ts');
let shown: Shown | undefined;

/** Loads the code that shows formatted text, and the formula renderer if needed; both are cached. */
export const loadRichText = async (withFormulas: boolean): Promise<Shown> => {
  const [code] = await Promise.all([
    import('./shown-html.ts'),
    // Without the renderer, formulas are shown as typed.
    withFormulas && loadDrawing().catch(() => undefined),
  ]);
  return (shown = code);
};

const useShown = (withFormulas: boolean): Shown | undefined => {
  const isLoaded = !withFormulas || loadedDrawing() !== undefined;
  return useCode(() => loadRichText(withFormulas), isLoaded ? shown : undefined).code;
};

/** True once formatted text renders in its final size, including formulas; before, it must not be measured. */
export const useDrawsAtOnce = (): boolean => useShown(true) !== undefined;

/** Errors of the text's formulas; empty until the renderer has loaded. */
export const useBrokenFormulas = (html: string): string[] => {
  // Rerenders when the code has loaded.
  const isLoaded = useShown(true) !== undefined;
  return useMemo(() => (isLoaded && loadedDrawing()?.brokenFormulas(html)) || [], [isLoaded, html]);
};

const Cleaned = ({ html, withFormulas }: { html: string; withFormulas: boolean }) => {
  const code = useShown(withFormulas);
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (code) text.current?.replaceChildren(code.shownHtml(html, loadedDrawing()?.drawFormula));
  }, [code, html]);
  if (!code) return <SkeletonBar width={50} />;
  return <div ref={text} className={styles.text} />;
};
