import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as Kit } from '@mantine/tiptap';
import { useEditor, useEditorState } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { htmlOf, pictureFileOf, undescribedPictures, withoutHandlers } from './editing.ts';
import { richTextExtensions } from './extensions.ts';
import { ImageDialog } from './image-dialog.tsx';
import styles from './loaded-editor.module.css';
import type { RichTextEditorProps } from './rich-text-editor.tsx';
import text from './rich-text.module.css';
import { Toolbar } from './toolbar.tsx';

type Props = RichTextEditorProps & { id: string };

/** The editor itself; `RichTextEditor` fetches it and puts label, description and error around it. */
export const LoadedEditor = (props: Props) => {
  const { id, label, value, onChange, description, error, disabled = false } = props;
  const [image, setImage] = useState<{ file?: File | undefined }>();
  const latest = useRef(onChange);
  const written = useRef(value);
  useEffect(() => {
    latest.current = onChange;
  });

  const takePicture = (data: DataTransfer | null) => {
    const file = pictureFileOf(data);
    if (file) setImage({ file });
    return file !== undefined;
  };
  const editor = useEditor({
    extensions: richTextExtensions,
    content: value,
    editable: !disabled,
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-invalid': String(Boolean(error)),
        'aria-disabled': String(disabled),
        'aria-describedby': describedBy(id, { description, error }),
        class: text.text ?? '',
      },
      transformPastedHTML: withoutHandlers,
      handlePaste: (_view, event) => takePicture(event.clipboardData),
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && takePicture(event.dataTransfer),
    },
    onUpdate: ({ editor: changed }) => {
      written.current = htmlOf(changed);
      latest.current(written.current);
    },
  });
  useEffect(() => {
    // What came from outside: a loaded record, a reset. What was typed here is here already.
    if (value === written.current) return;
    written.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
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
        <Toolbar editor={editor} label={label} disabled={disabled} onImage={() => setImage({})} />
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
      {image && (
        <ImageDialog editor={editor} file={image.file} onClose={() => setImage(undefined)} />
      )}
    </>
  );
};

const describedBy = (id: string, parts: Pick<Props, 'description' | 'error'>) =>
  Object.entries(parts)
    .filter(([, content]) => Boolean(content))
    .map(([name]) => `${id}-${name}`)
    .join(' ');
