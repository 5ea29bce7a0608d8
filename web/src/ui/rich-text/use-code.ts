import { useEffect, useRef, useState } from 'react';

/** Code that is fetched when it is first needed. Where that fails the screen stays, and can try again. */
export const useCode = <Code>(fetchCode: () => Promise<Code>) => {
  const [state, setState] = useState<{ code?: Code; isMissing: boolean }>({ isMissing: false });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(fetchCode);
  useEffect(() => {
    let isShown = true;
    latest.current().then(
      (code) => isShown && setState({ code, isMissing: false }),
      () => isShown && setState({ isMissing: true }),
    );
    return () => {
      isShown = false;
    };
  }, [attempt]);
  const retry = () => {
    setState({ isMissing: false });
    setAttempt(attempt + 1);
  };
  return { ...state, retry };
};
