import { Button } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useReachable } from '../lib/connection.ts';
import { Banner } from './banner.tsx';
import { useCode } from './use-code.ts';

type Options<Props> = {
  /** Shown while the code loads. */
  waiting?: ReactNode;
  /** Shown if loading fails; by default an error with "Try again" in the part's place. */
  missing?: (props: Props, retry: () => void) => ReactNode;
};

/**
 * A part of a screen whose code is loaded when it is first rendered. If that fails, only the part shows an error and can
 * retry: React's own `lazy` caches the failure and unmounts the whole screen. The lint forbids other ways.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, missing = inPlace }: Options<Props> = {},
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined;
  const fetchPart = async () => (loaded ??= await load());
  return function LazyPart(props: Props) {
    const { code: Part, isMissing, retry } = useCode(fetchPart, loaded);
    if (Part) return <Part {...props} />;
    return isMissing ? missing(props, retry) : waiting;
  };
};

const inPlace = (_props: unknown, retry: () => void) => <MissingPart retry={retry} />;

type MissingProps = {
  what?: string;
  /** Alternatives without the part. */
  children?: ReactNode;
  retry: () => void;
};

/** Shown in place of a part whose code could not be loaded. */
export const MissingPart = ({ what = 'This part', children, retry }: MissingProps) => (
  <Banner
    tone="negative"
    title={`${what} could not be loaded.`}
    action={<Button onClick={retry}>Try again</Button>}
  >
    <WhyMissing />
    {children}
  </Banner>
);

/** The likely reason why code could not be loaded. */
export const WhyMissing = () =>
  useReachable() ? (
    <p>Staffroom may have been updated: if trying again does not help, load the page again.</p>
  ) : (
    <p>The server cannot be reached at the moment.</p>
  );
