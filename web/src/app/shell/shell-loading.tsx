import { Flex, Loader } from '@mantine/core';

export const ShellLoading = () => (
  <Flex component="main" align="center" justify="center" h="100dvh" aria-busy="true">
    <Loader role="status" aria-label="Loading" />
  </Flex>
);
