import { SkeletonBar } from '../list-states.tsx';
import type { RichTextLineProps } from './loaded-editor.tsx';
import { loadedEditor, loadEditor } from './rich-text-editor.tsx';
import styles from './rich-text-line.module.css';
import { useCode } from '../use-code.ts';

/** One line of formatted text without a toolbar: an option, an answer. Shortcuts, `$…$` and pasted pictures work too. */
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
