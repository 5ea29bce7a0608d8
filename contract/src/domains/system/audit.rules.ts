/** Kinds of entries of the audit trail, for its filter. */
export const actKinds = [
  'sign_in',
  'lock',
  'download',
  'created',
  'updated',
  'deleted',
  'other',
] as const;
export type ActKind = (typeof actKinds)[number];

/** The actions of some kinds; those of records are known by their last part: `order.created`. */
export const actionsOfKinds = {
  sign_in: ['session.started', 'session.ended'],
  lock: ['session.failed', 'session.locked', 'session.released', 'user.password_changed'],
  download: ['list.downloaded', 'file.downloaded', 'bank_file.downloaded'],
} as const satisfies { [Kind in ActKind]?: readonly string[] };

/** The pages that an entry's record can be shown on. */
export const recordPages = [
  'student',
  'tutor',
  'staff',
  'class',
  'lesson',
  'order',
  'ticket',
  'discount code',
  'import',
  'upload',
] as const;
