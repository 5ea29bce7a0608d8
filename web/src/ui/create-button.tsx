import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { PrimaryButton } from './primary-button.tsx';
import { useShortcut } from './use-shortcut.ts';

type Props = {
  label: string;
  onClick: () => void;
  /** Shows only a plus, where there is no space for the label. */
  isSmall?: boolean;
};

/** A screen's button that creates something; its shortcut is C. */
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
