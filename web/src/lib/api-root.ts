/** Where the API is: below /api of this origin, or of the host that the build was told. */
export const apiRoot = `${import.meta.env.API_URL ?? ''}/api`;
