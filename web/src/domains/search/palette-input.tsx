import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import styles from './palette.module.css';

export const paletteLabel = 'Search or jump to…';

type Props = ComponentProps<'input'> & { text: string; onText: (text: string) => void };

/** Where somebody types what to find; it takes the focus and goes on at the end of what was typed. */
export const PaletteInput = ({ text, onText, ...rest }: Props) => {
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(-1, -1);
  }, []);
  return (
    <div className={styles.field}>
      <IconSearch size={18} stroke={1.7} aria-hidden="true" />
      <input
        ref={input}
        data-autofocus
        className={styles.input}
        aria-label={paletteLabel}
        placeholder={
          narrow
            ? 'Name, phone, class, screen'
            : 'Name, e-mail, phone, class, T2 L5, order id, screen'
        }
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        {...rest}
      />
      <KeyHint keys="Esc" />
    </div>
  );
};
