import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { PrimaryButton } from './primary-button.tsx';
import { useShortcut } from './use-shortcut.ts';

type Props = {
  label: string;
  onClick: () => void;
  /** A plus alone, where there is no room for its words. */
  isSmall?: boolean;
};

/** The button of a screen that begins something new; C does the same. */
export const CreateButton = ({ label, onClick, isSmall = false }: Props) => {
  useShortcut('c', label, onClick);
  const icon = <IconPlus size={17} stroke={1.7} />;
  return isSmall ? (
    <ActionIcon size={40} aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  ) : (
    <PrimaryButton icon={icon} keys="C" onClick={onClick}>
      {label}
    </PrimaryButton>
  );
};
