import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
    ref?: Ref<HTMLAnchorElement>;
  };

/** A link that looks like a button: it leads somewhere, so it can be opened in a tab of its own. */
export const LinkButton = createLink((props: Props) => <Button component="a" {...props} />);
