import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { mainKey } from '../../ui/main-key.ts';
import { useCloseGuard } from '../../ui/use-close-guard.ts';
import { ShortcutLayer, useShortcut } from '../../ui/use-shortcut.ts';
import { PaletteInput, paletteLabel } from './palette-input.tsx';
import styles from './palette.module.css';

const loadSearch = () => import('./palette-search.tsx');
const PaletteSearch = lazy(async () => ({ default: (await loadSearch()).PaletteSearch }));

/** The command palette and its button: finds users, classes, lessons, orders and screens (quality: Ctrl/⌘ K). */
export const Palette = () => {
  const [opened, setOpened] = useState(false);
  useShortcut('mod k', 'Search or jump', () => setOpened((is) => !is), { everywhere: true });
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        onPointerEnter={() => void loadSearch()}
        onFocus={() => void loadSearch()}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden="true" />
        <span className={styles.words}>{paletteLabel}</span>
        <span className={styles.keys}>
          <KeyHint keys={mainKey} />
          <KeyHint keys="K" />
        </span>
      </button>
      <PaletteDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
};

const PaletteDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { layer, content, requestClose } = useCloseGuard({ opened, dirty: false, onClose });
  const [text, setText] = useState('');
  useKeysUntilFocused(opened, content, (key) => setText((typed) => typed + key));
  return (
    <Modal.Root
      opened={opened}
      onClose={requestClose}
      onExitTransitionEnd={() => setText('')}
      closeOnEscape={false}
      size={620}
      yOffset="10dvh"
      classNames={{ content: styles.content, inner: styles.inner }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} aria-label={paletteLabel}>
        <ShortcutLayer value={layer}>
          <Suspense fallback={<PaletteInput text={text} onText={setText} />}>
            <PaletteSearch text={text} onText={setText} onClose={onClose} />
          </Suspense>
        </ShortcutLayer>
      </Modal.Content>
    </Modal.Root>
  );
};

/** Who types on without waiting for the dialog loses no letter: until it has the focus its keys are taken here. */
const useKeysUntilFocused = (
  opened: boolean,
  content: RefObject<HTMLElement | null>,
  onKey: (key: string) => void,
) => {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const listener = (event: KeyboardEvent) => {
      if (content.current?.contains(document.activeElement)) return;
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current(event.key);
    };
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [opened, content]);
};
