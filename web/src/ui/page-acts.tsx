import { Button } from '@mantine/core';
import styles from './page-acts.module.css';
import { KeyHint } from './key-hint.tsx';
import { RowMenu, type RowAction } from './row-menu.tsx';
import { useNarrow } from './use-narrow.ts';
import { useShortcut } from './use-shortcut.ts';

type PageAct = Pick<RowAction, 'label' | 'icon' | 'keys' | 'onClick'> & { onClick: () => void };

type Props = {
  /** Whose acts: the page's title. */
  of: string;
  acts: readonly PageAct[];
};

/** What can be done on a page beside its primary act: a button each, on phones one menu beside the title. */
export const PageActs = ({ of, acts }: Props) => {
  const isNarrow = useNarrow();
  if (isNarrow)
    return (
      acts.length > 0 && (
        <div className={styles.menu} data-page-menu>
          <RowMenu of={of} actions={acts} />
        </div>
      )
    );
  return acts.map((act) => <ActButton key={act.label} {...act} />);
};

/** An act of a page as a button, with the key that does the same. */
export const ActButton = ({ label, icon: Icon, keys = '', onClick }: PageAct) => {
  useShortcut(keys, label, onClick, { enabled: keys !== '' });
  return (
    <Button
      leftSection={Icon && <Icon size={17} stroke={1.7} />}
      rightSection={keys && <KeyHint keys={keys.toUpperCase()} />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
};
