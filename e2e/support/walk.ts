/** True if every registered list, form and record is walked in full (`npm run test:long`), not only a few. */
export const walksAll = process.env['WALK'] === 'all';

/** The names of a type's optional keys. */
export type OptionalKeys<Type> = {
  [Key in keyof Type]-?: undefined extends Type[Key] ? Key : never;
}[keyof Type];
