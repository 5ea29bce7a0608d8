import '@mantine/tiptap/styles.layer.css';
import { Input, Text } from '@mantine/core';
import { RichTextEditor as Kit } from '@mantine/tiptap';
import { Selection } from '@tiptap/pm/state';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
} from 'react';
import { leftOutSentence } from 'staffroom-contract/shared/left-out.ts';
import { foreignPictures, htmlOf, pictureFileOf, undescribedPictures } from './editing.ts';
import { richTextExtensions } from './extensions.ts';
import { insertFormula } from './formulas/formula-nodes.ts';
import { FormulaPalette } from './formulas/palette.tsx';
import { ImageDialog } from './image-dialog.tsx';
import frame from './field-frame.module.css';
import styles from './loaded-editor.module.css';
import line from './rich-text-line.module.css';
import { preparePaste } from './paste/prepare-paste.ts';
import text from './rich-text.module.css';
import { PasteNotes } from './paste-notes.tsx';
import { Toolbar } from './toolbar.tsx';
import { useCopiedPictures, type PictureCopies } from './use-copied-pictures.ts';

export type RichTextEditorProps = {
  label: string;
  /** HTML as stored on the server; '' when empty. */
  value: string;
  /** Receives the whole text as HTML after each change; '' when empty. */
  onChange: (html: string) => void;
  /** A line below the field. */
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Shows the formula palette from the start. */
  withPalette?: boolean;
  /** Takes the focus when it appears, unless the user has moved to another field while its code was loading. */
  focused?: boolean;
};

type Props = RichTextEditorProps & {
  id: string;
  /** The focused element before the field appeared, if the field takes the focus. */
  focusFrom?: Element | null;
};

/** The editor itself; `RichTextEditor` loads it and adds label, description and error. */
export const LoadedEditor = (props: Props) => {
  const { id, label, description, error, disabled = false } = props;
  const [hasPalette, setPalette] = useState(props.withPalette ?? false);
  const { editor, image, leftOut, copies, foreign } = useRichText({
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
        className={frame.frame ?? ''}
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
        <Text variant="meta" c="warning" mt="xs" role="status">
          {undescribed === 1
            ? 'An image has no alt text.'
            : `${undescribed} images have no alt text.`}{' '}
          Select it and press Image to describe it.
        </Text>
      )}
      <PasteNotes copies={copies} foreign={foreign} leftOut={leftOut} disabled={disabled} />
      {image.dialog}
    </>
  );
};

export type RichTextLineProps = {
  /** Accessible name; the visible label is the form's. */
  label: string;
  value: string;
  onChange: (html: string) => void;
  placeholder?: string;
  error?: string | undefined;
  /** Handles keys of the surrounding form; returns true if it did. */
  onKey?: (event: KeyboardEvent | ReactKeyboardEvent) => boolean;
};

/** One line of formatted text; loaded by `RichTextLine`. */
export const LoadedLine = (props: RichTextLineProps) => {
  const { label, value, placeholder, error, onKey } = props;
  const { editor, image, leftOut, copies, foreign } = useRichText({
    ...props,
    attributes: {
      'aria-label': label,
      'aria-multiline': 'false',
      'aria-invalid': String(error !== undefined),
      ...(placeholder && value === '' && { 'data-placeholder': placeholder }),
    },
    onKey: (event) => {
      if (onKey?.(event)) return true;
      // A single line: Enter belongs to the form.
      return event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    },
  });
  return (
    <div className={`${frame.frame} ${line.line}`} data-invalid={error !== undefined || undefined}>
      <EditorContent editor={editor} />
      {error !== undefined && <Input.Error mt="xs">{error}</Input.Error>}
      <PasteNotes copies={copies} foreign={foreign} leftOut={leftOut} disabled={false} />
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
  focusFrom?: Element | null;
  /** Attributes of the text box. */
  attributes: Record<string, string>;
  /** Called before the editor handles a key; returns true if it did. */
  onKey?: (event: KeyboardEvent) => boolean;
};

/** An editor for `value` that reports each change; pasted pictures ask for their alt text. */
const useRichText = (options: Written) => {
  const { value, disabled = false } = options;
  const [image, setImage] = useState<{ file?: File | undefined }>();
  const [leftOut, setLeftOut] = useState<string>();
  const latest = useRef(options);
  const written = useRef(value);
  const latestCopies = useRef<PictureCopies>(undefined);
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
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        ...options.attributes,
        class: text.text ?? '',
      },
      transformPastedHTML: (pasted) => {
        const { html, left, plain } = preparePaste(pasted);
        latestCopies.current?.notePlain(plain);
        setLeftOut(leftOutSentence(left));
        return html;
      },
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
  const { focusFrom } = options;
  useEffect(() => {
    if (focusFrom !== undefined) focusEnd(editor, focusFrom);
  }, [editor, focusFrom]);
  const copies = useCopiedPictures(editor);
  useEffect(() => {
    latestCopies.current = copies;
  });
  const foreign = useEditorState({
    editor,
    selector: ({ editor: shown }) => foreignPictures(shown.state.doc),
  });
  useEffect(() => {
    // Only values from outside are set: a loaded record, a reset.
    if (value === written.current) return;
    written.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
    latestCopies.current?.leave(editor.state.doc);
  }, [editor, value]);

  return {
    editor,
    /** Sentence about parts of the last paste that were left out. */
    leftOut,
    copies,
    foreign,
    image: {
      open: () => setImage({}),
      dialog: image && (
        <ImageDialog editor={editor} file={image.file} onClose={() => setImage(undefined)} />
      ),
    },
  };
};

/** Focuses at once: the editor's own command waits for a frame, in which the user may begin to type elsewhere. */
const focusEnd = ({ state, view }: Editor, from: Element | null) => {
  const active = document.activeElement;
  if (active !== from && active !== document.body) return;
  view.dispatch(state.tr.setSelection(Selection.atEnd(state.doc)));
  view.focus();
};

const describedBy = (id: string, parts: Pick<Props, 'description' | 'error'>) =>
  Object.entries(parts)
    .filter(([, content]) => Boolean(content))
    .map(([name]) => `${id}-${name}`)
    .join(' ');
