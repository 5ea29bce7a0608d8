/** Reads a CSV text for tests: quoted fields, doubled quotes, any line ending, a byte order mark dropped. */
export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = [[]];
  const fields = text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g);
  for (const [whole, quoted, bare, end] of fields) {
    if (whole === '' && rows.at(-1)?.length === 0) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
};
