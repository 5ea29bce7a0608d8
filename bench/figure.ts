/** One measured figure with its bar of quality.md. */
export type Figure = {
  what: string;
  value: number;
  unit: string;
  bar: number;
  /** True if a larger value is better. */
  atLeast: boolean;
  /** CPU time of a request in milliseconds, server and PostgreSQL together. */
  cpu?: number | undefined;
};

/** A part that ended with an error; the other parts are measured all the same. */
export type FailedPart = { what: string; error: string };

const meets = (figure: Figure) =>
  figure.atLeast ? figure.value >= figure.bar : figure.value <= figure.bar;

const round = (value: number) => Math.round(value * 100) / 100;

/** Prints the figures as a table; a missed bar and a failed part are marked in words. */
export const printFigures = (figures: readonly (Figure | FailedPart)[]) => {
  console.table(
    figures.map((figure) =>
      'error' in figure
        ? { what: figure.what, measured: figure.error, bar: '', verdict: 'FAILED', 'CPU ms': '' }
        : {
            what: figure.what,
            measured: `${round(figure.value)} ${figure.unit}`,
            bar: `${figure.atLeast ? 'at least' : 'at most'} ${figure.bar} ${figure.unit}`,
            verdict: meets(figure) ? 'met' : 'MISSED',
            'CPU ms': figure.cpu === undefined ? '' : round(figure.cpu),
          },
    ),
  );
};

/** The value below which `share` of the samples lie. */
export const percentile = (samples: readonly number[], share: number) => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
};
