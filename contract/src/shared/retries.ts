/** How often what leaves the house is tried before a person must ask for it again. */
export const mostTries = 8;

/** Seconds to wait after the given number of failed tries: 15 s, 45 s, 2 minutes … 3 hours. */
export const pauseAfter = (tries: number, first = 15): number => first * 3 ** (tries - 1);
