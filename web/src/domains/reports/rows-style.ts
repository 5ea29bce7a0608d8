import type { CSSProperties } from 'react';

/** Height of a dialog's list in rows: as many as there are, or a page if unknown. */
export const rowsStyle = (count = 15): CSSProperties =>
  ({ '--rows': Math.min(15, Math.max(4, count)) }) as CSSProperties;
