import { Modal } from '@mantine/core';
import { useCloseGuard } from '../../ui/use-close-guard.ts';
import { ShortcutLayer } from '../../ui/use-shortcut.ts';
import { PaletteSearch } from './palette-search.tsx';
import styles from './palette.module.css';

type Props = {
  opened: boolean;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
};

/** The palette above the page; starts empty. */
export const PaletteDialog = ({ opened, text, onText, onClose }: Props) => {
  const { layer, content, requestClose } = useCloseGuard({ opened, dirty: false, onClose });
  return (
    <Modal.Root
      opened={opened}
      onClose={requestClose}
      onExitTransitionEnd={() => onText('')}
      closeOnEscape={false}
      size={620}
      yOffset="10dvh"
      classNames={{ content: styles.content, inner: styles.inner }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} aria-label="Search or jump to…" data-palette>
        <ShortcutLayer value={layer}>
          <PaletteSearch text={text} onText={onText} onClose={onClose} />
        </ShortcutLayer>
      </Modal.Content>
    </Modal.Root>
  );
};
