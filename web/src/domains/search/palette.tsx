import { Flex, Text, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { mainKey } from '../../ui/main-key.ts';
import { MissingDialog } from '../../ui/missing-dialog.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import styles from './palette.module.css';

const loadDialog = () => import('./palette-dialog.tsx');
const PaletteDialog = lazyPart(async () => (await loadDialog()).PaletteDialog, {
  missing: ({ opened, onClose }, retry) => <MissingDialog {...{ opened, onClose, retry }} />,
});
/** A failed load is retried when the palette is opened. */
const fetchAhead = () => void loadDialog().catch(() => undefined);

/** The command palette's button and shortcut (quality: Ctrl/⌘ K). */
export const Palette = () => {
  const isNarrow = useNarrow();
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const toggle = () => {
    setWanted(true);
    setOpened((is) => !is);
  };
  useShortcut('mod k', 'Search or jump', toggle, { everywhere: true });
  useLoadOnMainKey();
  useKeysUntilFocused(opened, setText, () => setOpened(false));
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        onClick={toggle}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden="true" />
        {isNarrow ? (
          <VisuallyHidden>Search or jump to…</VisuallyHidden>
        ) : (
          <Text span inherit flex={1} ta="start">
            Search or jump to…
          </Text>
        )}
        <Flex component="span" gap="xs" visibleFrom="sm">
          <KeyHint keys={mainKey} />
          <KeyHint keys="K" />
        </Flex>
      </button>
      {isWanted && (
        <PaletteDialog
          opened={opened}
          text={text}
          onText={setText}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
};

/** Starts loading its code when Ctrl or ⌘ is pressed, before the K. */
const useLoadOnMainKey = () =>
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') fetchAhead();
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

/** Captures keys until the dialog has the focus, so that fast typing loses no letter and triggers nothing else. */
const useKeysUntilFocused = (
  opened: boolean,
  onText: (change: (text: string) => string) => void,
  onClose: () => void,
) => {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const listener = (event: KeyboardEvent) => {
      if (document.activeElement?.closest('[data-palette], [role="dialog"]')) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') onText((text) => text.slice(0, -1));
      else if (event.key.length === 1) onText((text) => text + event.key);
    };
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  });
};
