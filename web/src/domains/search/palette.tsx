import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { mainKey } from '../../ui/main-key.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import styles from './palette.module.css';

const loadDialog = () => import('./palette-dialog.tsx');
const PaletteDialog = lazy(async () => ({ default: (await loadDialog()).PaletteDialog }));

/** The command palette's button and key: finds users, classes, lessons, orders, tickets, reports and screens (quality: Ctrl/⌘ K). */
export const Palette = () => {
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
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden="true" />
        <span className={styles.words}>Search or jump to…</span>
        <span className={styles.keys}>
          <KeyHint keys={mainKey} />
          <KeyHint keys="K" />
        </span>
      </button>
      {isWanted && (
        <Suspense>
          <PaletteDialog
            opened={opened}
            text={text}
            onText={setText}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
};

/** Its code is on the way from the first half of Ctrl K on. */
const useLoadOnMainKey = () =>
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') void loadDialog();
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

/** Who types on without waiting for the dialog loses no letter and presses nothing of the page: until it has the focus its keys are taken here. */
const useKeysUntilFocused = (
  opened: boolean,
  onText: (change: (text: string) => string) => void,
  onClose: () => void,
) => {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const listener = (event: KeyboardEvent) => {
      if (document.activeElement?.closest('[data-palette]')) return;
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
