import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { acceptedImages } from '../../lib/upload-image.ts';
import { UploadState } from '../upload-state.tsx';
import { useImageUpload } from './use-image-upload.ts';

type Props = {
  /** URL of the uploaded image: `/api/image/…`. */
  onUploaded: (url: string) => void;
  label?: string;
  disabled?: boolean;
};

/** Picks one image and uploads it; progress and refusals are shown below. */
export const ImageUploadButton = ({ onUploaded, label = 'Upload image', disabled }: Props) => {
  const picker = useRef<HTMLInputElement>(null);
  const { state, upload } = useImageUpload(onUploaded);
  return (
    <div>
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedImages}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void upload(file);
        }}
      />
      <Button
        leftSection={<IconUpload size={16} stroke={1.7} />}
        disabled={disabled ?? false}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
      <UploadState state={state} />
    </div>
  );
};
