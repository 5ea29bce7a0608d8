import { Text, type TextProps } from '@mantine/core';

type Props = TextProps & { children: string };

/** Text on one line, cut where space is short; the title is the whole text. Takes the font and colour around it. */
export const Clip = ({ children, ...rest }: Props) => (
  <Text span inherit truncate miw={0} title={children} {...rest}>
    {children}
  </Text>
);
