import { Image, Stack, Button, Input, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { safeImage } from 'staffroom-contract/shared/rich-text.ts';
import { acceptedImages } from '../../lib/upload-image.ts';
import { Dialog } from '../dialog.tsx';
import { PrimaryButton } from '../primary-button.tsx';
import { UploadState } from '../upload-state.tsx';
import { inText, insertBlock } from './editing.ts';
import { shownImage } from './html-attributes.ts';
import { useImageUpload } from './use-image-upload.ts';

type Props = {
  editor: Editor;
  /** A pasted or dropped file, uploaded at once. */
  file: File | undefined;
  onClose: () => void;
};

/** Inserts an image, or edits the selected one's alt text. Alt text is required (part 2 §5). */
export const ImageDialog = ({ editor, file, onClose }: Props) => {
  const [present] = useState(() =>
    file || !editor.isActive('picture') ? undefined : editor.getAttributes('picture'),
  );
  const [alt, setAlt] = useState(String(present?.['alt'] ?? ''));
  const [address, setAddress] = useState('');
  const { state, upload } = useImageUpload();
  const preview = useRef<HTMLImageElement>(null);
  const typed = safeImage(address);
  const src = present
    ? String(present['src'])
    : (typed ?? (state.status === 'uploaded' ? state.saved : undefined));
  const isReady = src !== undefined && alt.trim() !== '' && state.status !== 'uploading';
  const save = () => {
    if (!isReady) return;
    if (present) inText(editor).updateAttributes('picture', { alt: alt.trim() }).run();
    else insertBlock(editor, 'picture', { src, alt: alt.trim(), ...sizeOf(preview.current) });
    onClose();
  };
  return (
    <Dialog
      title={present ? 'Image' : 'Insert image'}
      opened
      onClose={onClose}
      dirty={alt !== String(present?.['alt'] ?? '') || address !== '' || state.status !== 'none'}
      onSubmit={save}
      primary={<PrimaryButton disabled={!isReady}>{present ? 'Save' : 'Insert'}</PrimaryButton>}
    >
      <Stack>
        {!present && (
          <>
            <FileField file={file} upload={upload} state={state} disabled={address !== ''} />
            <TextInput
              label="Or image address"
              type="url"
              placeholder="https://"
              autoComplete="off"
              value={address}
              error={address !== '' && !typed && 'An image address starts with https://'}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
          </>
        )}
        {src !== undefined && (
          <Image
            ref={preview}
            src={shownImage(src)}
            alt=""
            w="auto"
            maw="100%"
            mah={180}
            style={{ alignSelf: 'flex-start' }}
          />
        )}
        <TextInput
          data-autofocus={file || present ? true : undefined}
          label="Alt text"
          required
          maxLength={500}
          description="What the image shows, for people who cannot see it"
          autoComplete="off"
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
      </Stack>
    </Dialog>
  );
};

/** Size of a loaded image, with which readers' pages reserve its space. */
const sizeOf = (image: HTMLImageElement | null): Record<string, string> =>
  image && image.naturalWidth > 0
    ? { width: String(image.naturalWidth), height: String(image.naturalHeight) }
    : {};

type FileFieldProps = Pick<ReturnType<typeof useImageUpload>, 'upload' | 'state'> & {
  file: File | undefined;
  disabled: boolean;
};

const FileField = ({ file, upload, state, disabled }: FileFieldProps) => {
  const picker = useRef<HTMLInputElement>(null);
  const latest = useRef(upload);
  useEffect(() => {
    latest.current = upload;
  });
  useEffect(() => {
    if (file) void latest.current(file);
  }, [file]);
  return (
    <Input.Wrapper label="Image file" labelElement="div">
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedImages}
        aria-label="Image file"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (chosen) void upload(chosen);
        }}
      />
      <Button
        data-autofocus={file ? undefined : true}
        leftSection={<IconUpload size={16} stroke={1.7} />}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        Choose file
      </Button>
      <UploadState state={state} />
    </Input.Wrapper>
  );
};
