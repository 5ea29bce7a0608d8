import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../lib/api-error.ts';
import { showSnackbar } from './snackbars.tsx';

/** A file format that a list can be downloaded as. */
export type Download = { label: string; run: () => Promise<void> };

type Props = {
  label?: string;
  download: () => Promise<void>;
  /** More formats; if given, a menu asks for one. */
  others?: readonly Download[];
  /** Without border, in a list's foot. */
  quiet?: boolean;
};

/** Downloads all pages of the list; shows an error if it fails. */
export const DownloadButton = ({ download, others = [], ...looks }: Props) => {
  const { label = 'Download', quiet = false } = looks;
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      showSnackbar(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const hasKinds = others.length > 0;
  const button = (
    <Button
      {...(quiet && { size: 'xs', variant: 'subtle' })}
      leftSection={<IconDownload size={16} stroke={1.7} />}
      rightSection={hasKinds && <IconChevronDown size={14} stroke={1.7} />}
      loading={busy}
      {...(!hasKinds && { onClick: () => void run(download) })}
    >
      {label}
    </Button>
  );
  if (!hasKinds) return button;
  return (
    <Menu width={180} position="top-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {[{ label: 'CSV', run: download }, ...others].map((kind) => (
          <Menu.Item key={kind.label} onClick={() => void run(kind.run)}>
            {kind.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
