import { Button, Box } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sentenceOf } from '../lib/api-error.ts';
import { useReachable } from '../lib/connection.ts';
import { Banner } from '../ui/banner.tsx';
import { isMissingCode } from './missing-code.ts';

/** Shown in place of a screen that failed to render. */
export const ScreenError = ({ error }: ErrorComponentProps) => {
  const isMissing = isMissingCode(error);
  useReloadWhenBack(isMissing);
  return (
    <Box maw={640} mx="auto" mt="15vh" p="lg">
      <Banner
        tone="negative"
        title="Opps, something wrong..."
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        {isMissing ? 'The server cannot be reached at the moment.' : sentenceOf(error)}
      </Banner>
    </Box>
  );
};

/** The error page when not even the shell could be rendered. */
export const PageError = (props: ErrorComponentProps) => (
  <main>
    <ScreenError {...props} />
  </main>
);

const wasReloaded = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');

/** Reloads the page when the server is back; only once, so that a broken build does not loop. */
const useReloadWhenBack = (wanted: boolean) => {
  const reachable = useReachable();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!reachable) wasAway.current = true;
    else if (wanted && wasAway.current && !wasReloaded()) window.location.reload();
  }, [wanted, reachable]);
};
