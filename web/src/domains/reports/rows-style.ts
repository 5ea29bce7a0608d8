import type { CSSProperties } from 'react';

/** How many rows a list in a dialog has room for: as many as there are, a page of them where that is unknown. */
export const rowsStyle = (count = 15): CSSProperties =>
  ({ '--rows': Math.min(15, Math.max(4, count)) }) as CSSProperties;
