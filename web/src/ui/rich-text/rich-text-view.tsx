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

type ShowHtml = typeof import('./shown-html.ts').shownHtml;
let shown: ShowHtml | undefined;

/** Loads the code that shows formatted text, and the formula renderer if needed; both are cached. */
export const loadRichText = async (withFormulas: boolean): Promise<ShowHtml> => {
  // Without the renderer, formulas are shown as typed.
  const drawing = withFormulas && loadDrawing().catch(() => undefined);
  const { shownHtml } = await import('./shown-html.ts');
  await drawing;
  return (shown = shownHtml);
};

const useShown = (withFormulas: boolean): ShowHtml | undefined => {
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
  const shownHtml = useShown(withFormulas);
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shownHtml) text.current?.replaceChildren(shownHtml(html, loadedDrawing()?.drawFormula));
  }, [shownHtml, html]);
  if (!shownHtml) return <SkeletonBar width={50} />;
  return <div ref={text} className={styles.text} />;
};
