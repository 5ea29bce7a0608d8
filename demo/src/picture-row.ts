import type { Row } from './insert-rows.ts';

type Drawn = { content: Buffer; width: number; height: number };

/** The row of a drawn picture, as an upload would have kept it. */
export const pictureRow = (
  { content, width, height }: Drawn,
  { id, uploadedBy, created }: { id: string; uploadedBy: string; created: unknown },
): Row => ({
  id,
  content: `\\x${content.toString('hex')}`,
  media_type: 'image/png',
  width,
  height,
  bytes: content.length,
  created_by: uploadedBy,
  created,
});
