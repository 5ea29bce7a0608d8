import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

type Props = {
  label: string;
  placeholder: string;
  initial?: string;
  action: string;
  /** Accepts the address, or returns an error. */
  onTake: (address: string) => string | undefined;
  children?: ReactNode;
};

/** One address and a button. Not a `form` element, because it may be inside one. */
export const AddressForm = ({ label, placeholder, initial = '', action, ...props }: Props) => {
  const [address, setAddress] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const take = () => setProblem(props.onTake(address));
  return (
    <Stack gap="sm" w="min(300px, calc(100vw - 72px))" p="xs">
      <TextInput
        data-autofocus
        label={label}
        type="url"
        inputMode="url"
        placeholder={placeholder}
        autoComplete="off"
        value={address}
        error={problem}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          take();
        }}
      />
      <Group justify="flex-end">
        {props.children}
        <Button onClick={take}>{action}</Button>
      </Group>
    </Stack>
  );
};
