/** Runs acts one after another, in the order of the calls; a failed act does not block the next one. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act);
    last = mine.catch(() => undefined);
    return mine;
  };
};
