import { Button, Input, Stack, Group, Text } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { chosenPicture, isChosen, type PictureValue } from './picture.ts';
import styles from './picture-input.module.css';

type Props = {
  label: string;
  description?: string;
  required: boolean;
  error: string | undefined;
  value: PictureValue;
  onChange: (value: PictureValue) => void;
  types: readonly string[];
};

/** Chooses one picture by file dialog or drag and drop, and shows it. */
export const PictureInput = (props: Props) => {
  const { label, description, required, error, value, onChange, types } = props;
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isMany, setMany] = useState(false);
  const take = (files: readonly File[]) => {
    const [file] = files;
    setMany(files.length > 1);
    if (file && files.length === 1) onChange(chosenPicture(file));
  };
  const problem = isMany ? 'Only one picture, please.' : error;
  const address = usePictureAddress(value);
  return (
    <Stack
      gap="xs"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={[description && `${id}-about`, problem && `${id}-error`]
        .filter(Boolean)
        .join(' ')}
      data-over={isOver || undefined}
      data-wrong={problem !== undefined || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <Input.Label component="div" id={`${id}-label`} required={required}>
        {label}
      </Input.Label>
      <Group className={styles.box} gap="lg" p="md">
        <Text className={styles.frame} component="div" inherit flex="none" w={160} c="dimmed">
          {address === undefined || problem !== undefined ? (
            <IconPhoto size={28} stroke={1.4} aria-hidden="true" />
          ) : (
            <img src={address} alt="" />
          )}
        </Text>
        <Stack gap="xs" align="flex-start" miw={0}>
          <input
            ref={picker}
            type="file"
            hidden
            accept={types.join(',')}
            aria-label={label}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              currentTarget.value = '';
              take(files);
            }}
          />
          <Button
            leftSection={<IconUpload size={16} stroke={1.7} />}
            aria-describedby={problem ? `${id}-error` : undefined}
            onClick={() => picker.current?.click()}
          >
            {value === null ? 'Choose picture' : 'Choose another picture'}
          </Button>
          {isChosen(value) && (
            <Text span truncate maw="100%" variant="meta" c="secondary" title={value.name}>
              {value.name}
            </Text>
          )}
          {description && <Input.Description id={`${id}-about`}>{description}</Input.Description>}
          {problem && <Input.Error id={`${id}-error`}>{problem}</Input.Error>}
        </Stack>
      </Group>
    </Stack>
  );
};

/** URL of the picture: the saved one, or a data URL of the chosen file. */
export const usePictureAddress = (value: PictureValue): string | undefined => {
  const file = isChosen(value) ? value.file : undefined;
  const [read, setRead] = useState<{ file: File; address: string }>();
  useEffect(() => {
    if (!(file instanceof File) || !file.type.startsWith('image/')) return undefined;
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setRead({ file, address: reader.result });
    });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  if (typeof value === 'string') return value;
  return read?.file === file ? read?.address : undefined;
};
