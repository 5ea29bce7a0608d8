import { Button } from '@mantine/core';
import styles from './page-acts.module.css';
import { KeyHint } from './key-hint.tsx';
import { RowMenu, type RowAction } from './row-menu.tsx';
import { useNarrow } from './use-narrow.ts';
import { useShortcut } from './use-shortcut.ts';

type PageAct = Pick<RowAction, 'label' | 'icon' | 'keys' | 'onClick'> & { onClick: () => void };

type Props = {
  /** The page's title, for the menu's name. */
  of: string;
  acts: readonly PageAct[];
};

/** A page's secondary actions: one button each, or a menu beside the title on phones. */
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

/** A page action as a button with its shortcut. */
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
