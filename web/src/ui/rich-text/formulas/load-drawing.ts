type Drawing = typeof import('./draw-formula.ts');

let drawing: Drawing | undefined;

/** The code that draws formulas, where it has come already. */
export const loadedDrawing = (): Drawing | undefined => drawing;

/** Fetches the code that draws formulas, at the first formula. */
export const loadDrawing = async (): Promise<Drawing> =>
  (drawing ??= await import('./draw-formula.ts'));
