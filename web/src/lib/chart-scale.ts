/** The grid lines of a chart: at most four steps of a round number, up to the highest bar. */
export const scaleOf = (highest: number): number[] => {
  const least = Math.max(1, highest / 4);
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = [1, 2, 2.5, 5, 10].map((each) => each * power).filter(Number.isInteger);
  const step = steps.find((each) => each >= least) ?? 1;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
};
