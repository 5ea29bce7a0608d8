/** Marks the business day in a calendar; Mantine's own mark uses the browser's time zone. */
export const markToday = (today: string) => (day: string) => ({
  'data-business-today': day === today || undefined,
});
