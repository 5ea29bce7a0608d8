import { useEffect, useRef, useState } from 'react';

/**
 * Loads code when it is first needed; `known` is code that is already loaded, which avoids a wait. If loading fails, the
 * screen stays and can retry.
 */
export const useCode = <Code>(fetchCode: () => Promise<Code>, known?: Code) => {
  const [state, setState] = useState<{ code?: Code | undefined; isMissing: boolean }>({
    code: known,
    isMissing: false,
  });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(fetchCode);
  const isKnown = useRef(known !== undefined);
  useEffect(() => {
    if (isKnown.current) return undefined;
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
