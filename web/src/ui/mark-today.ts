/** Marks the business's today in a calendar; Mantine by itself would mark the browser's, which may be another day. */
export const markToday = (today: string) => (day: string) => ({
  'data-business-today': day === today || undefined,
});
