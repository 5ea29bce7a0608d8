/** Where an order's history opens; in a new tab, so that the import stays as it is. */
export const orderAddress = (id: string) => `/orders?order=${encodeURIComponent(id)}`;
