const dayAndTime = /^(.+?)\s*[—–·-]\s*((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b.*)$/;
const inBrackets = /^(.+?)(\s(?:\([^()]+\)|\[[^[\]]+\]))$/;

/**
 * A class's name in two parts: the head, which may be cut, and the tail that distinguishes classes: "P6 Maths" and
 * " · Sat 2pm" for "P6 Mathematics — Sat 2pm". The tail is empty in a name without a day or brackets at its end.
 */
export const classNameParts = (name: string): { head: string; tail: string } => {
  const [, beforeDay, day] = dayAndTime.exec(name) ?? [];
  const [, beforeBrackets, brackets] = inBrackets.exec(name) ?? [];
  const head = beforeDay ?? beforeBrackets ?? name;
  return {
    head: head.replace(/\bMathematics\b/g, 'Maths'),
    tail: day ? ` · ${day}` : (brackets ?? ''),
  };
};
