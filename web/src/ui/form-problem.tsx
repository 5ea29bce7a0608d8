import { useEffect, useRef } from 'react';
import { Banner } from './banner.tsx';

/** A refusal without a field; comes into view, as the form may be scrolled down. */
export const FormProblem = ({ text }: { text: string }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={box}>
      <Banner tone="negative" title={text} />
    </div>
  );
};
