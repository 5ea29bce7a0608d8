import { VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { KeyHint } from './key-hint.tsx';
import { mainKey } from './main-key.ts';
import { shortcutRegistry, type Shortcut } from './shortcut-registry.ts';
import styles from './shortcuts.module.css';
import { useShortcut } from './use-shortcut.ts';

/** Listens for shortcuts and lists them under `?`. Mounted once, in the shell. */
export const Shortcuts = () => {
  const [listed, setListed] = useState<Shortcut[] | null>(null);

  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => shortcutRegistry.handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  useShortcut('?', 'Show this list', () => setListed(shortcutRegistry.list('page')));

  return (
    <Dialog
      title="Keyboard shortcuts"
      opened={listed !== null}
      onClose={() => setListed(null)}
      size={420}
    >
      <dl className={styles.list}>
        {(listed ?? []).map((shortcut) => (
          <div key={`${shortcut.keys} ${shortcut.label}`} className={styles.entry}>
            <dt>{shortcut.label}</dt>
            <dd>
              {shortcut.keys.split(' ').map((key) => (
                <KeyName key={key} name={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};

/** Keys shown as a symbol, with their names. */
const signs: Record<string, readonly [sign: string, name: string]> = {
  arrowleft: ['←', 'left arrow'],
  arrowright: ['→', 'right arrow'],
  mod: [mainKey, mainKey === '⌘' ? 'Command' : 'Control'],
};

const KeyName = ({ name }: { name: string }) => {
  const [sign, words] = signs[name] ?? [name.toUpperCase(), name];
  return (
    <>
      <VisuallyHidden>{words}</VisuallyHidden>
      <KeyHint keys={sign} />
    </>
  );
};
