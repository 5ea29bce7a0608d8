import { Group, Text, UnstyledButton } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { mainKey } from '../../ui/main-key.ts';
import rows from '../../ui/rows.module.css';
import { useShortcut } from '../../ui/use-shortcut.ts';

type Key = { label: string; shown: string; is: (event: AnyKeyEvent) => boolean };
type AnyKeyEvent = Pick<
  globalThis.KeyboardEvent | KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
> & { code: string };

const withAlt = ({ altKey, ctrlKey, metaKey, shiftKey }: AnyKeyEvent) =>
  altKey && !ctrlKey && !metaKey && !shiftKey;
const withMain = ({ altKey, ctrlKey, metaKey, shiftKey }: AnyKeyEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey;
const alone = ({ altKey, ctrlKey, metaKey, shiftKey }: AnyKeyEvent) =>
  !altKey && !ctrlKey && !metaKey && !shiftKey;

/** Shortcuts of the question form. With Alt the physical key counts, because a Mac types symbols with Alt. */
export const questionKeys = {
  addUnit: {
    label: 'Add Question Unit',
    shown: 'Alt N',
    is: (event) => withAlt(event) && event.code === 'KeyN',
  },
  otherType: {
    label: 'The other question type',
    shown: 'Alt T',
    is: (event) => withAlt(event) && event.code === 'KeyT',
  },
  otherAnswer: {
    label: 'The next answer type',
    shown: 'Alt A',
    is: (event) => withAlt(event) && event.code === 'KeyA',
  },
  next: {
    label: 'Next field, option or answer; one more after the last option',
    shown: 'Enter',
    is: (event) => alone(event) && event.key === 'Enter',
  },
  right: {
    label: 'Mark the option as right',
    shown: 'Alt ↵',
    is: (event) => withAlt(event) && event.key === 'Enter',
  },
  formula: {
    label: 'Formula, in any text; between $ signs too',
    shown: `${mainKey} M`,
    is: (event) => withMain(event) && event.key.toLowerCase() === 'm',
  },
  done: {
    label: 'Done with the unit',
    shown: `${mainKey} ↓`,
    is: (event) => withMain(event) && event.key === 'ArrowDown',
  },
  save: {
    label: 'Save the question',
    shown: `${mainKey} ↵`,
    is: (event) => withMain(event) && event.key === 'Enter',
  },
} as const satisfies Record<string, Key>;

/** True if the event is the shortcut of this action. */
export const isKey = (event: AnyKeyEvent, key: keyof typeof questionKeys): boolean =>
  questionKeys[key].is(event);

/** Opens the list of all shortcuts: the button, and `?` outside text fields. */
export const QuestionKeys = () => {
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', 'All keys', () => setOpen(true));
  return (
    <>
      <UnstyledButton mih={24} mr="md" visibleFrom="sm" onClick={() => setOpen(true)}>
        <Text span variant="meta" c="secondary">
          <KeyHint keys="?" /> All keys
        </Text>
      </UnstyledButton>
      <Dialog title="Keys of a question" opened={isOpen} onClose={() => setOpen(false)} size={460}>
        <dl className={rows.rows}>
          {Object.values(questionKeys).map(({ label, shown }) => (
            <Group key={label} gap="lg" justify="space-between" mih={34}>
              <dt>{label}</dt>
              <Text component="dd" flex="none" variant="label" c="secondary">
                {shown}
              </Text>
            </Group>
          ))}
        </dl>
      </Dialog>
    </>
  );
};
