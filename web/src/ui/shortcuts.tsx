import { VisuallyHidden, Flex, Group, Text } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { KeyHint } from './key-hint.tsx';
import { mainKey } from './main-key.ts';
import rows from './rows.module.css';
import { shortcutRegistry, type Shortcut } from './shortcut-registry.ts';
import { useShortcut } from './use-shortcut.ts';

/** Listens for shortcuts and lists them under `?`. Mounted once, in the shell. */
export const Shortcuts = () => {
  const [listed, setListed] = useState<Shortcut[] | null>(null);

  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => shortcutRegistry.handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  useShortcut('?', 'Show this list', () => setListed(shortcutRegistry.list('page')), {
    isGlobal: true,
  });

  return (
    <Dialog
      title="Keyboard shortcuts"
      opened={listed !== null}
      onClose={() => setListed(null)}
      size={420}
    >
      <ShortcutList title="This page" shortcuts={listed?.filter(({ isGlobal }) => !isGlobal)} />
      <ShortcutList title="Everywhere" shortcuts={listed?.filter(({ isGlobal }) => isGlobal)} />
    </Dialog>
  );
};

type ListProps = { title: string; shortcuts: readonly Shortcut[] | undefined };

const ShortcutList = ({ title, shortcuts = [] }: ListProps) =>
  shortcuts.length > 0 && (
    <section aria-label={title}>
      <Text component="h3" variant="label" c="dimmed" pt="md">
        {title}
      </Text>
      <dl className={rows.rows}>
        {shortcuts.map(({ keys, label }) => (
          <Group key={`${keys} ${label}`} gap="lg" justify="space-between" py="sm">
            <dt>{label}</dt>
            <Flex component="dd" gap="xs" m={0}>
              {keys.split(' ').map((key) => (
                <KeyName key={key} name={key} />
              ))}
            </Flex>
          </Group>
        ))}
      </dl>
    </section>
  );

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
