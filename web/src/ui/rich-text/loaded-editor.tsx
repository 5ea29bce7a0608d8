import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as Kit } from '@mantine/tiptap';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { htmlOf, pictureFileOf, undescribedPictures, withoutHandlers } from './editing.ts';
import { richTextExtensions } from './extensions.ts';
import { insertFormula } from './formulas/formula-nodes.ts';
import { FormulaPalette } from './formulas/palette.tsx';
import { ImageDialog } from './image-dialog.tsx';
import styles from './loaded-editor.module.css';
import type { RichTextEditorProps } from './rich-text-editor.tsx';
import type { RichTextLineProps } from './rich-text-line.tsx';
import line from './rich-text-line.module.css';
import text from './rich-text.module.css';
import { Toolbar } from './toolbar.tsx';

type Props = RichTextEditorProps & { id: string };

/** The editor itself; `RichTextEditor` fetches it and puts label, description and error around it. */
export const LoadedEditor = (props: Props) => {
  const { id, label, description, error, disabled = false } = props;
  const [hasPalette, setPalette] = useState(props.withPalette ?? false);
  const { editor, image } = useRichText({
    ...props,
    attributes: {
      id,
      'aria-label': label,
      'aria-invalid': String(Boolean(error)),
      'aria-disabled': String(disabled),
      'aria-describedby': describedBy(id, { description, error }),
    },
    onKey: (event) => {
      if (!isFormulaKey(event)) return false;
      setPalette(true);
      return true;
    },
  });
  const undescribed = useEditorState({
    editor,
    selector: ({ editor: shown }) => undescribedPictures(shown.state.doc),
  });

  return (
    <>
      <Kit
        editor={editor}
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        className={styles.root ?? ''}
        data-invalid={Boolean(error) || undefined}
        data-disabled={disabled || undefined}
      >
        <Toolbar
          editor={editor}
          label={label}
          disabled={disabled}
          onImage={() => image.open()}
          hasPalette={hasPalette}
          onPalette={() => {
            if (!hasPalette) insertFormula(editor);
            setPalette(!hasPalette);
          }}
        />
        {hasPalette && !disabled && <FormulaPalette editor={editor} label={label} />}
        <Kit.Content className={styles.content ?? ''} />
      </Kit>
      {undescribed > 0 && (
        <p className={styles.hint} role="status">
          {undescribed === 1
            ? 'An image has no alt text.'
            : `${undescribed} images have no alt text.`}{' '}
          Select it and press Image to describe it.
        </p>
      )}
      {image.dialog}
    </>
  );
};

/** One line of formatted text; `RichTextLine` fetches it. */
export const LoadedLine = (props: RichTextLineProps) => {
  const { label, value, placeholder, error, onKey } = props;
  const { editor, image } = useRichText({
    ...props,
    attributes: {
      'aria-label': label,
      'aria-multiline': 'false',
      'aria-invalid': String(error !== undefined),
      ...(placeholder && value === '' && { 'data-placeholder': placeholder }),
    },
    onKey: (event) => {
      if (onKey?.(event)) return true;
      // One line: Enter is the form's.
      return event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    },
  });
  return (
    <div className={line.root} data-invalid={error !== undefined || undefined}>
      <EditorContent editor={editor} />
      {error !== undefined && <p className={line.problem}>{error}</p>}
      {image.dialog}
    </div>
  );
};

const isFormulaKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'm' && (ctrlKey || metaKey) && !altKey && !shiftKey;

type Written = {
  value: string;
  onChange: (html: string) => void;
  disabled?: boolean;
  focused?: boolean;
  /** What the text box says of itself. */
  attributes: Record<string, string>;
  /** Before the editor; true where it took the key. */
  onKey?: (event: KeyboardEvent) => boolean;
};

/** An editor of formatted text that holds `value` and tells each change; pictures that are pasted ask for their alt text. */
const useRichText = (options: Written) => {
  const { value, disabled = false } = options;
  const [image, setImage] = useState<{ file?: File | undefined }>();
  const latest = useRef(options);
  const written = useRef(value);
  useEffect(() => {
    latest.current = options;
  });

  const takePicture = (data: DataTransfer | null) => {
    const file = pictureFileOf(data);
    if (file) setImage({ file });
    return file !== undefined;
  };
  const editor: Editor = useEditor({
    extensions: richTextExtensions,
    content: value,
    editable: !disabled,
    autofocus: options.focused ? 'end' : false,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        ...options.attributes,
        class: text.text ?? '',
      },
      transformPastedHTML: withoutHandlers,
      handlePaste: (_view, event) => takePicture(event.clipboardData),
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && takePicture(event.dataTransfer),
      handleKeyDown: (_view, event) => {
        const isTaken = latest.current.onKey?.(event) ?? false;
        if (!isFormulaKey(event)) return isTaken;
        insertFormula(editor);
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => {
      written.current = htmlOf(changed);
      latest.current.onChange(written.current);
    },
  });
  useEffect(() => {
    // What came from outside: a loaded record, a reset. What was typed here is here already.
    if (value === written.current) return;
    written.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return {
    editor,
    image: {
      open: () => setImage({}),
      dialog: image && (
        <ImageDialog editor={editor} file={image.file} onClose={() => setImage(undefined)} />
      ),
    },
  };
};

const describedBy = (id: string, parts: Pick<Props, 'description' | 'error'>) =>
  Object.entries(parts)
    .filter(([, content]) => Boolean(content))
    .map(([name]) => `${id}-${name}`)
    .join(' ');
