type Drawing = typeof import('./draw-formula.ts');

let drawing: Drawing | undefined;

/** The formula renderer, if already loaded. */
export const loadedDrawing = (): Drawing | undefined => drawing;

/** Loads the formula renderer, at the first formula. */
export const loadDrawing = async (): Promise<Drawing> =>
  (drawing ??= await import('./draw-formula.ts'));
