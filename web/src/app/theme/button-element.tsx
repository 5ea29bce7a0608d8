import type { ComponentProps, MouseEvent } from 'react';

type Props = ComponentProps<'button'> & { 'data-loading'?: boolean | undefined };

/**
 * The element of every button. A loading button ignores clicks and keeps the focus: a disabled one would lose it, and
 * the next Tab would start at the top of the page, behind the dialog.
 */
export const ButtonElement = ({ type = 'button', disabled, onClick, ...rest }: Props) => {
  const isLoading = rest['data-loading'] ?? false;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !isLoading}
      aria-disabled={isLoading || undefined}
      onClick={isLoading ? ignore : onClick}
    />
  );
};

const ignore = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};
