/** Tries of a request to another system before staff must retry by hand. */
export const mostTries = 8;

/** Seconds to wait after the given number of failed tries: 15 s, 45 s, 2 minutes … 3 hours. */
export const pauseAfter = (tries: number, first = 15): number => first * 3 ** (tries - 1);

/** Beginning of the error of a try without a response. */
export const serverNotReachable = 'server not reachable';
