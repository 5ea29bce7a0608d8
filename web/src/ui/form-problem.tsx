import { useEffect, useRef, type ReactNode } from 'react';
import { Banner } from './banner.tsx';

/** A refusal without a field; scrolls into view, since the form may be scrolled down. */
export const FormProblem = ({ text, children }: { text: string; children?: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={box}>
      <Banner tone="negative" title={text}>
        {children}
      </Banner>
    </div>
  );
};
