import { useState } from 'react';

/** The last non-null value, so that a closed dialog keeps its content while it fades out. */
export const useShown = <T>(value: T | null): T | null => {
  const [shown, setShown] = useState(value);
  if (value !== null && value !== shown) setShown(value);
  return value ?? shown;
};
