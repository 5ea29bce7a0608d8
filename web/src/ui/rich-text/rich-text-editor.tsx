import { Button, Input } from '@mantine/core';
import { useId, useState } from 'react';
import { SkeletonBar } from '../list-states.tsx';
import type { RichTextEditorProps } from './loaded-editor.tsx';
import { useCode } from '../use-code.ts';
import { WaitingField } from './waiting-field.tsx';

type Editor = typeof import('./loaded-editor.tsx');
let editor: Editor | undefined;

/** Loads the editor; once loaded, every field renders it at once. */
export const loadEditor = async (): Promise<Editor> =>
  (editor ??= await import('./loaded-editor.tsx'));
export const loadedEditor = (): Editor | undefined => editor;

/**
 * A field for formatted text with exactly the tools of part 2 §5. The editor's code is loaded at the field's first
 * render; its space is reserved until then.
 */
export const RichTextEditor = (props: RichTextEditorProps) => {
  const id = useId();
  const { code, isMissing, retry } = useCode(loadEditor, loadedEditor());
  const { label, description, error, required, focused = false } = props;
  const [before] = useState(() => document.activeElement);
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={description}
      error={error}
      withAsterisk={required ?? false}
    >
      {code ? (
        <code.LoadedEditor {...props} id={id} {...(focused && { focusFrom: before })} />
      ) : (
        <WaitingField height={181} isBusy={!isMissing}>
          {isMissing ? (
            <p role="alert">
              The editor could not be loaded. <Button onClick={retry}>Try again</Button>
            </p>
          ) : (
            <SkeletonBar width={70} />
          )}
        </WaitingField>
      )}
    </Input.Wrapper>
  );
};
