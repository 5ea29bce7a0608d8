import { Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../lib/download.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';

type Props = {
  codes: readonly string[];
  /** They replace earlier ones; otherwise two-factor was turned on just now. */
  isNew: boolean;
  onClose: () => void;
};

/** Shows new recovery codes once; it closes only after they are said to be saved. */
export const RecoveryCodesDialog = ({ codes, isNew, onClose }: Props) => {
  const [isSaved, setSaved] = useState(false);
  const { product_name: product } = useSettings();
  const { email } = useSessionUser();
  const text = codes.join('\n');
  const close = () => {
    if (isSaved) onClose();
  };
  const download = () =>
    saveFile(
      new Blob([`${product} recovery codes of ${email}\n\n${text}\n`], { type: 'text/plain' }),
      'recovery-codes.txt',
    );
  return (
    <Dialog
      title="Save your recovery codes"
      opened
      onClose={close}
      onSubmit={close}
      size={560}
      footerStart={`${codes.length} of ${codes.length} unused`}
      cancelLabel="Close"
      primary={<PrimaryButton disabled={!isSaved}>Done</PrimaryButton>}
    >
      <Stack gap="md">
        <p>
          {isNew ? 'The earlier codes stopped working.' : 'Two-factor is on.'} Each code signs you
          in once. You see them only now: keep them away from your phone.
        </p>
        <SimpleGrid component="ol" cols={2} spacing="sm" verticalSpacing="xs">
          {codes.map((code) => (
            <Text key={code} component="li" c="bright" ff="monospace">
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <Button leftSection={<IconDownload size={16} stroke={1.7} />} onClick={download}>
            Download
          </Button>
          <Button
            leftSection={<IconCopy size={16} stroke={1.7} />}
            onClick={() => void copyText('Recovery codes', text)}
          >
            Copy
          </Button>
          <Button
            leftSection={<IconPrinter size={16} stroke={1.7} />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </Group>
        <Checkbox
          label="I have saved these codes"
          checked={isSaved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
};
