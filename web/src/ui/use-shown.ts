import { useState } from 'react';

/** The last thing a dialog was opened for, so that its content stays while it fades out. */
export const useShown = <T>(value: T | null): T | null => {
  const [shown, setShown] = useState(value);
  if (value !== null && value !== shown) setShown(value);
  return value ?? shown;
};
