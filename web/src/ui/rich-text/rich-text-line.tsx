import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { SkeletonBar } from '../list-states.tsx';
import { loadedEditor, loadEditor } from './rich-text-editor.tsx';
import styles from './rich-text-line.module.css';
import { useCode } from './use-code.ts';

export type RichTextLineProps = {
  /** Names it; what is seen beside it is the form's. */
  label: string;
  value: string;
  onChange: (html: string) => void;
  placeholder?: string;
  error?: string | undefined;
  /** Keys that mean something to the form around it; true where it took one. */
  onKey?: (event: KeyboardEvent | ReactKeyboardEvent) => boolean;
};

/** One line of formatted text without tools: an option, an answer. Keys, `$…$` and pasted pictures work as everywhere. */
export const RichTextLine = (props: RichTextLineProps) => {
  const { code } = useCode(loadEditor, loadedEditor());
  return code ? (
    <code.LoadedLine {...props} />
  ) : (
    <div className={styles.waiting}>
      <SkeletonBar width={40} />
    </div>
  );
};
