import { Button, Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { SkeletonBar } from '../list-states.tsx';
import styles from './rich-text-editor.module.css';
import { useCode } from './use-code.ts';

export type RichTextEditorProps = {
  label: string;
  /** HTML as the server keeps it; '' is nothing. */
  value: string;
  /** The whole text as HTML after each change, '' when there is nothing in it. */
  onChange: (html: string) => void;
  /** A line below the field. */
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** The common formulas stand below the tools from the start. */
  withPalette?: boolean;
  /** Takes the focus when it comes. */
  focused?: boolean;
};

type Editor = typeof import('./loaded-editor.tsx');
let editor: Editor | undefined;

/** Fetches the editor; once it has come, every field has it at once. */
export const loadEditor = async (): Promise<Editor> =>
  (editor ??= await import('./loaded-editor.tsx'));
export const loadedEditor = (): Editor | undefined => editor;

/**
 * A field for formatted text with the tools of part 2 §5 and no more. The editor's code is fetched when the field is
 * first shown; until then its place is kept.
 */
export const RichTextEditor = (props: RichTextEditorProps) => {
  const id = useId();
  const { code, isMissing, retry } = useCode(loadEditor, loadedEditor());
  const { label, description, error, required } = props;
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
        <code.LoadedEditor {...props} id={id} />
      ) : (
        <div className={styles.waiting} aria-busy={!isMissing}>
          {isMissing ? (
            <p role="alert">
              The editor could not be loaded. <Button onClick={retry}>Try again</Button>
            </p>
          ) : (
            <SkeletonBar width={70} />
          )}
        </div>
      )}
    </Input.Wrapper>
  );
};
