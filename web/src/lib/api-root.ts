/** Root of the API: /api of this origin, or of the host set at build time. */
export const apiRoot = `${import.meta.env.API_URL ?? ''}/api`;
