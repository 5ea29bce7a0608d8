import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PanelHeader } from './panel.tsx';

type Props = {
  title: ReactNode;
  /** At the right: a link, counts, actions. */
  children?: ReactNode;
};

/** The head of a panel with a title. */
export const PanelHead = ({ title, children }: Props) => (
  <PanelHeader>
    <Text component="h2" variant="title">
      {title}
    </Text>
    {children}
  </PanelHeader>
);
