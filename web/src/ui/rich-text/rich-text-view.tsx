import { useMemo } from 'react';
import { SkeletonBar } from '../list-states.tsx';
import styles from './rich-text.module.css';
import { useCode } from './use-code.ts';

/** Formatted text as it was written, cleaned once more before it is shown. Nothing for ''. */
export const RichTextView = ({ html }: { html: string }) =>
  html === '' ? null : <Cleaned html={html} />;

const Cleaned = ({ html }: { html: string }) => {
  const { code } = useCode(() => import('./shown-html.ts'));
  const shown = useMemo(() => code?.shownHtml(html), [code, html]);
  if (shown === undefined) return <SkeletonBar width={50} />;
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: shown }} />;
};
