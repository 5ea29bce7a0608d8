import { Button, Select, Flex, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState, type RefObject } from 'react';
import { listLibraryFiles } from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import { folderLabel } from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  fileProblem,
  uploadedKindsWords,
} from 'staffroom-contract/domains/homework/uploaded-files.rules.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { operationQuery } from '../../lib/queries.ts';
import { UploadState } from '../../ui/upload-state.tsx';
import { useFileUpload } from '../../ui/use-file-upload.ts';
import { acceptedFiles, uploadToLibrary } from './lesson-files.api.ts';
import { isUploaded, type FileChoice } from './lesson-files.form.ts';

type Props = {
  label: string;
  value: FileChoice | null;
  onChange: (value: FileChoice | null) => void;
  error: string | undefined;
  required: boolean;
};

/** Delay before the search, in milliseconds. */
const debounceMs = 250;

/** Chooses a library file by part of its name, or uploads a new one. */
export const LibraryFileChoice = ({ value, onChange, ...rest }: Props) => {
  /** The choice before an upload, restored when the upload is cancelled. */
  const before = useRef<FileChoice | null>(null);
  /** Receives the focus when the upload's buttons disappear. */
  const button = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const { state, upload, forget } = useFileUpload({
    problemOf: fileProblem,
    send: uploadToLibrary,
    onStart: ({ name }) => {
      button.current?.focus();
      if (isUploaded(value)) before.current = value;
      onChange({ _id: '', name });
    },
    onUploaded: ({ _id, name }) => {
      if (document.activeElement === cancel.current) button.current?.focus();
      onChange({ _id, name });
    },
  });
  const isOnItsWay = state.status === 'uploading' || state.status === 'refused';
  return (
    <div>
      <LibrarySelect
        {...rest}
        // The upload area below shows the error.
        error={isOnItsWay ? state.status === 'refused' : rest.error}
        value={isUploaded(value) ? value : null}
        onChange={(next) => {
          forget();
          onChange(next);
        }}
      />
      <FileButton button={button} onFile={(file) => void upload(file)} />
      <UploadState state={state} />
      {isOnItsWay && (
        <Button
          ref={cancel}
          mt="xs"
          size="xs"
          variant="subtle"
          onClick={() => {
            button.current?.focus();
            forget();
            onChange(before.current);
          }}
        >
          Cancel upload
        </Button>
      )}
    </div>
  );
};

type FileButtonProps = {
  button: RefObject<HTMLButtonElement | null>;
  onFile: (file: File) => void;
};

const FileButton = ({ button, onFile }: FileButtonProps) => {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Flex rowGap="xs" columnGap="md" align="center" wrap="wrap" mt="sm">
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedFiles}
        aria-label="Upload a new file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button
        ref={button}
        leftSection={<IconUpload size={16} stroke={1.7} />}
        aria-describedby={id}
        onClick={() => picker.current?.click()}
      >
        Upload a new file
      </Button>
      <Text id={id} span variant="meta" c="secondary">
        {uploadedKindsWords}, up to 20 MB
      </Text>
    </Flex>
  );
};

type SelectProps = Omit<Props, 'error'> & { error: string | boolean | undefined };

const LibrarySelect = ({ value, onChange, ...rest }: SelectProps) => {
  const [typed, setTyped] = useState(value?.name ?? '');
  const [term] = useDebouncedValue(typed.trim(), debounceMs);
  // The chosen file's name is not a search term.
  const wanted = term === value?.name ? '' : term;
  const found = useQuery({
    ...operationQuery(listLibraryFiles, {
      query: wanted === '' ? {} : { filter: { name: { regex: wanted } } },
    }),
    placeholderData: keepPreviousData,
  });
  const files = found.data?.data ?? [];
  const options = files.map(({ _id, name, folder }) => ({
    value: _id,
    label: `${name} · ${folderLabel(folder)}`,
  }));
  return (
    <Select
      {...rest}
      placeholder="Search the library by name"
      data={
        value === null || files.some(({ _id }) => _id === value._id)
          ? options
          : [{ value: value._id, label: value.name }, ...options]
      }
      value={value?._id ?? null}
      allowDeselect={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const file = files.find(({ _id }) => _id === id);
        if (file) onChange({ _id: file._id, name: file.name });
      }}
      // The server has already filtered.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        found.isError
          ? sentenceOf(found.error)
          : found.isFetching
            ? 'Looking for files'
            : 'No file found in the library'
      }
    />
  );
};
