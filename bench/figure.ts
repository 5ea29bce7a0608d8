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

/** A line of the table; a missed bar and a failed part are marked in words. */
export type Line = Record<'what' | 'measured' | 'bar' | 'verdict' | 'CPU ms', string>;

export const linesOf = (figures: readonly (Figure | FailedPart)[]): Line[] =>
  figures.map((figure) =>
    'error' in figure
      ? { what: figure.what, measured: figure.error, bar: '', verdict: 'FAILED', 'CPU ms': '' }
      : {
          what: figure.what,
          measured: `${round(figure.value)} ${figure.unit}`,
          bar: `${figure.atLeast ? 'at least' : 'at most'} ${figure.bar} ${figure.unit}`,
          verdict: meets(figure) ? 'met' : 'MISSED',
          'CPU ms': figure.cpu === undefined ? '' : String(round(figure.cpu)),
        },
  );

/** Prints the figures as a table. */
export const printFigures = (figures: readonly (Figure | FailedPart)[]) => {
  console.table(linesOf(figures));
};

/** The value below which `share` of the samples lie. */
export const percentile = (samples: readonly number[], share: number) => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
};
