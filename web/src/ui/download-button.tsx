import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../lib/api-error.ts';
import { showSnackbar } from './snackbars.tsx';

/** Downloads what the list shows, all pages of it; says so when it fails. */
export const DownloadButton = ({
  label = 'Download',
  download,
}: {
  label?: string;
  download: () => Promise<void>;
}) => {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await download();
    } catch (error) {
      showSnackbar(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="xs"
      leftSection={<IconDownload size={16} stroke={1.7} />}
      loading={busy}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
};
