/** Runs what it is given one after another, in the order in which it comes; a failure holds nobody up. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act);
    last = mine.catch(() => undefined);
    return mine;
  };
};
