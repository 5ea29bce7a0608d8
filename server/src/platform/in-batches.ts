type Waiting<Asked, Answer> = {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** Batches calls: those that arrive while `act` runs go to its next run together, answered in order, or all failed. */
export const inBatches = <Asked, Answer>(
  act: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
) => {
  let waiting: Waiting<Asked, Answer>[] = [];
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const answers = await act(batch.map(({ asked }) => asked));
        batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  };

  return (asked: Asked): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isRunning) void run();
    });
};
