/** Turns an error of the renderer into a sentence. */
export const formulaProblem = (error: unknown): string => {
  const said = error instanceof Error ? error.message : '';
  const [, command] = /Undefined control sequence: (\\\S+)/.exec(said) ?? [];
  if (command) return `${command} is not a LaTeX command.`;
  if (/Expected '}'|Unexpected end of input/.test(said)) return 'A bracket { is not closed.';
  if (/got '}'|Extra }|Expected 'EOF'/.test(said)) return 'There is one } bracket too many.';
  if (/Double (super|sub)script/.test(said)) return 'There are two powers or indices in a row.';
  if (/Expected group/.test(said)) return 'Something is missing after a command.';
  if (/Too many expansions|maxExpand/i.test(said)) return 'This formula is too long to be drawn.';
  return 'This formula cannot be read as LaTeX.';
};
