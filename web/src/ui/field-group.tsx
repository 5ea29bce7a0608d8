import { Input } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';

type Props = {
  label: string;
  required?: boolean | undefined;
  description?: string | undefined;
  error?: string | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** Several inputs under one label, with a description and an error below. */
export const FieldGroup = (props: Props) => {
  const { label, required = false, description, error, className, ref, children } = props;
  const id = useId();
  const said = [description && `${id}-about`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      ref={ref}
      className={className}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={said || undefined}
    >
      <Input.Label component="div" id={`${id}-label`} required={required}>
        {label}
      </Input.Label>
      {children}
      {description && <Input.Description id={`${id}-about`}>{description}</Input.Description>}
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  );
};
