import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { KeyHint } from './key-hint.tsx';
import { useNarrow } from './use-narrow.ts';
import { useShortcut } from './use-shortcut.ts';

type Props = {
  /** Placeholder and accessible name: "E-mail, phone or name". */
  label: string;
  /** The searched records, if a page has two searches: "students". */
  of?: string;
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter. */
  onSearch?: (value: string) => void;
  width?: number;
  /** Takes the free width of its line. */
  grows?: boolean;
  /** Label of the search button; it is disabled without text. */
  button?: string | undefined;
};

/** The search of a screen; its shortcut is `/`. */
export const SearchBox = ({ label, of, value, onChange, onSearch, ...looks }: Props) => {
  const { width = 250, grows = false, button } = looks;
  const box = useRef<HTMLInputElement>(null);
  const narrow = useNarrow();
  useShortcut('/', `Search: ${label}`, () => box.current?.focus());
  return (
    <Group
      component="form"
      role="search"
      aria-label={of && `Search ${of}`}
      {...(grows && !narrow ? { flex: '1 1 200px' } : { w: narrow ? '100%' : width })}
      miw={0}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch?.(value);
      }}
    >
      <TextInput
        ref={box}
        aria-label={label}
        placeholder={label}
        flex={1}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        // A form with a disabled button is not submitted; Enter on an empty text must still end the search.
        onKeyDown={(event) => {
          if (button && event.key === 'Enter' && value.trim() === '') onSearch?.(value);
        }}
        leftSection={<IconSearch size={16} stroke={1.7} />}
        rightSection={<KeyHint keys="/" />}
        rightSectionPointerEvents="none"
      />
      {button && (
        <Button type="submit" disabled={value.trim() === ''}>
          {button}
        </Button>
      )}
    </Group>
  );
};
