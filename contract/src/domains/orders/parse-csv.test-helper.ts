/** Parses CSV by RFC 4180, without a byte order mark. Throws on a quote or carriage return outside of quotes. */
export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const row: string[] = [];
    for (let goesOn = true; goesOn;) {
      const isQuoted = text[at] === '"';
      const end = isQuoted ? closingQuote(text, at) + 1 : endOfBare(text, at);
      row.push(isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end));
      goesOn = text[end] === ',';
      at = goesOn ? end + 1 : afterLine(text, end);
    }
    rows.push(row);
  }
  return rows;
};

const closingQuote = (text: string, opening: number) => {
  let at = opening + 1;
  while (text[at] !== '"' || text[at + 1] === '"') {
    if (at >= text.length) throw new Error('A quote is not closed.');
    at += text[at] === '"' ? 2 : 1;
  }
  return at;
};

const endOfBare = (text: string, from: number) => {
  let at = from;
  while (at < text.length && !',"\r\n'.includes(text[at] ?? '')) at += 1;
  return at;
};

const afterLine = (text: string, at: number) => {
  if (at >= text.length) return at;
  if (text[at] === '\n') return at + 1;
  if (text.startsWith('\r\n', at)) return at + 2;
  throw new Error(`${JSON.stringify(text.slice(at, at + 10))} is where a cell should end.`);
};
