import { SkeletonBar } from '../list-states.tsx';
import type { RichTextLineProps } from './loaded-editor.tsx';
import { loadedEditor, loadEditor } from './rich-text-editor.tsx';
import { useCode } from '../use-code.ts';
import { WaitingField } from './waiting-field.tsx';

/** One line of formatted text without a toolbar: an option, an answer. Shortcuts, `$…$` and pasted pictures work too. */
export const RichTextLine = (props: RichTextLineProps) => {
  const { code } = useCode(loadEditor, loadedEditor());
  return code ? (
    <code.LoadedLine {...props} />
  ) : (
    <WaitingField height={32} isBusy>
      <SkeletonBar width={40} />
    </WaitingField>
  );
};
