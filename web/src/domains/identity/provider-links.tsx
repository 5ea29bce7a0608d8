import { Box, Button, Divider, Group, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import {
  removeProviderLink,
  type ProviderLink,
} from 'staffroom-contract/domains/identity/provider-sign-in.contract.ts';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { providerLinksQuery } from './account.api.ts';

/** The accounts of services that sign in here, each with Unlink; nothing without one. */
export const ProviderLinks = () => {
  const { data: links = [] } = useQuery(providerLinksQuery).data ?? {};
  const { mutateAsync: unlink } = useOperation(removeProviderLink, { refreshes: ['identity'] });
  const { act, problem } = useRowAct(['identity']);
  const { longDay } = useFormats();
  const ask = ({ _id: id, provider }: ProviderLink) =>
    void act({
      question: {
        title: `Unlink ${provider}?`,
        message: `Your next sign-in with ${provider} links the account that has your e-mail then.`,
        confirmLabel: 'Unlink',
        danger: true,
      },
      run: () => unlink({ params: { id } }),
      done: `${provider} is unlinked`,
      refused: (error) => `${provider} was not unlinked. ${sentenceOf(error)}`,
    });
  return (
    <>
      {links.map((link) => (
        <Fragment key={link._id}>
          <Divider my="lg" mx={-16} />
          <Group gap="md" wrap="nowrap" align="flex-start">
            <IconLink size={18} stroke={1.7} aria-hidden="true" />
            <Box flex={1} miw={0}>
              <Group gap="sm">
                <Text component="h3" variant="strong" c="bright">
                  {link.provider}
                </Text>
                <StatusChip tone="green">Linked</StatusChip>
              </Group>
              <Text variant="meta" c="secondary">
                {link.email}, since {longDay(link.linked_on)}. Your role stays as it is here.
              </Text>
            </Box>
            <Button aria-label={`Unlink ${link.provider}`} onClick={() => ask(link)}>
              Unlink
            </Button>
          </Group>
        </Fragment>
      ))}
      {problem && <FormProblem text={problem} />}
    </>
  );
};
