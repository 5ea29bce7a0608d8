/** A deliberate fault in one file, and the tests that must find it. */
export type Break = {
  /** The rule that the product loses with the fault, unique among all breaks. */
  rule: string;
  /** The file that gets the fault, from the root. */
  file: string;
  /** Text that occurs exactly once in the file. */
  from: string;
  /** The text in its place. The file still loads and has correct types. */
  to: string;
  /** The Vitest project of the tests. */
  project: 'server' | 'web' | 'kit' | 'contract' | 'tools';
  /** The test files that are run, from the root. At least one of their tests must fail. */
  tests: readonly string[];
};

/** The faults that `npm run breaks` makes one by one. */
export const breaks: readonly Break[] = [
  // Sign-in, roles and row scopes
  {
    rule: 'locks an account after 5 wrong passwords',
    file: 'server/src/domains/identity/sign-in-throttle.ts',
    from: '{ email: 5, own: 5, address: 20 }',
    to: '{ email: 6, own: 5, address: 20 }',
    project: 'server',
    tests: ['server/src/domains/identity/sign-in-throttle.test.ts'],
  },
  {
    rule: 'shows a Partner the orders of its own lead source only',
    file: 'server/src/domains/orders/orders.policy.ts',
    from: 'scoped.lead_source = ${actor.leadSourceScope})',
    to: 'scoped.lead_source is not null)',
    project: 'server',
    tests: ['server/test/walkers/partner-scope.test.ts'],
  },
  {
    rule: 'shows an Agent the orders of its own group only',
    file: 'server/src/domains/orders/orders.policy.ts',
    from: "can(actor, 'order.canViewAllOrders')",
    to: "can(actor, 'order.canCancelTrial')",
    project: 'server',
    tests: ['server/src/domains/orders/list-orders.test.ts'],
  },
  {
    rule: 'shows a Tutor its own classes only',
    file: 'server/src/domains/classes/classes.policy.ts',
    from: ' and class_staff.user_id = ${actor.id})',
    to: ')',
    project: 'server',
    tests: ['server/src/domains/classes/class-record.test.ts'],
  },
  {
    rule: 'shows a Tutor feedback without contacts',
    file: 'server/src/domains/feedback/feedback.policy.ts',
    from: "(actor: Actor) => actor.role !== 'Tutor'",
    to: "(actor: Actor) => actor.role !== 'Partner'",
    project: 'server',
    tests: ['server/src/domains/feedback/feedback.test.ts'],
  },
  {
    rule: 'finds orders only for a role that may open the orders screen',
    file: 'server/src/domains/search/search.service.ts',
    from: "mayOpen(actor, '/orders') ?",
    to: "mayOpen(actor, '/course') ?",
    project: 'server',
    tests: ['server/src/domains/search/search.test.ts'],
  },

  // Platform
  {
    rule: 'does the act of a repeated idempotency key once',
    file: 'server/src/platform/idempotency.ts',
    from: 'return rows.length === 1;',
    to: 'return rows.length <= 1;',
    project: 'server',
    tests: ['server/src/platform/idempotency.test.ts'],
  },
  {
    rule: 'refuses a save over a later version',
    file: 'server/src/platform/record.ts',
    from: 'version === undefined || version === row.version',
    to: 'version === undefined || version <= row.version',
    project: 'server',
    tests: ['server/src/domains/classes/class-record.test.ts'],
  },
  {
    rule: 'writes the audit row of a new record in the transaction of the act',
    file: 'server/src/platform/record.ts',
    from: 'await recordAudit(tx, context, {\n      action: `${kind.entity}.created`',
    to: 'await recordAudit(context.db, context, {\n      action: `${kind.entity}.created`',
    project: 'server',
    tests: ['server/test/walkers/audit-rows.test.ts'],
  },
  {
    rule: 'removes scripts from formatted text with what is in them',
    file: 'server/src/platform/rich-text.ts',
    from: 'nonTextTags: [...droppedWithContent]',
    to: "nonTextTags: [...droppedWithContent].filter((tag) => tag !== 'script')",
    project: 'server',
    tests: ['server/src/platform/rich-text.test.ts'],
  },
  {
    rule: 'writes no formula into a download',
    file: 'server/src/platform/csv.ts',
    from: "typeof cell === 'string' ? escapeFormula(cell) : String(cell)",
    to: 'String(cell)',
    project: 'server',
    tests: ['server/src/platform/csv.test.ts'],
  },
  {
    rule: 'reports a landed migration that was changed',
    file: 'tools/landed-migrations.ts',
    from: 'if (found.get(name) === checksum) return [];',
    to: 'if (found.get(name) !== undefined) return [];',
    project: 'tools',
    tests: ['tools/landed-migrations.test.ts'],
  },
  {
    rule: 'refuses a backup of which a file was changed',
    file: 'server/src/platform/backup/backup-folder.ts',
    from: 'if (sha256 !== file.sha256)',
    to: 'if (sha256.length !== file.sha256.length)',
    project: 'server',
    tests: ['server/src/platform/backup/backup.test.ts'],
  },

  // Orders, credit and discount codes
  {
    rule: 'charges no lesson that the student owns already',
    file: 'server/src/domains/orders/assess-order.ts',
    from: 'billableLessons: billable.length',
    to: 'billableLessons: terms.lessons.length',
    project: 'server',
    tests: ['server/src/domains/orders/create-order.test.ts'],
  },
  {
    rule: 'refuses an order at another price than the one shown',
    file: 'server/src/domains/orders/place-order.ts',
    from: 'toCents(shown) === price.actual ||',
    to: 'toCents(shown) <= price.actual ||',
    project: 'server',
    tests: ['server/src/domains/orders/create-order.test.ts'],
  },
  {
    rule: 'gives the use of a discount code back when its order is cancelled',
    file: 'server/src/domains/orders/give-up-order.ts',
    from: 'await giveBackUse(tx, row.discountCodeId);',
    to: "if (row.type === 'TRIAL') await giveBackUse(tx, row.discountCodeId);",
    project: 'server',
    tests: ['server/src/domains/orders/cancel-order.test.ts'],
  },
  {
    rule: 'keeps an order waiting for which the shop received another amount',
    file: 'contract/src/domains/orders/orders.rules.ts',
    from: '(paid.amount === order.price && paid.currency === order.currency)',
    to: 'paid.currency === order.currency',
    project: 'server',
    tests: ['server/src/domains/integrations/shop-payments.test.ts'],
  },
  {
    rule: 'orders a row of a CSV file once',
    file: 'server/src/domains/orders/order-import/order-row.ts',
    from: 'if (!isCancelled || choice.instead_of !== row.orderId)',
    to: 'if (isCancelled && choice.instead_of !== row.orderId)',
    project: 'server',
    tests: ['server/src/domains/orders/order-import/order-row.test.ts'],
  },
  {
    rule: 'leaves a row of a CSV file with a doubtful amount to a person',
    file: 'contract/src/domains/orders/order-import.rules.ts',
    from: 'moneyColumns.some((column) => column === field)',
    to: "field === 'to_be_paid'",
    project: 'server',
    tests: ['server/src/domains/orders/order-import/preview-import.test.ts'],
  },
  {
    rule: 'never spends more uses of a discount code than its limit',
    file: 'server/src/domains/discount-codes/discount-codes.queries.ts',
    from: 'gt(discountCodes.usageLimit, discountCodes.totalUsage)',
    to: 'gt(discountCodes.usageLimit, 0)',
    project: 'server',
    tests: ['server/src/domains/orders/orders-at-once.test.ts'],
  },
  {
    rule: 'redeems no more credit than remains',
    file: 'server/src/domains/users/credit.service.ts',
    from: 'body.qty > remaining)',
    to: 'remaining === 0)',
    project: 'server',
    tests: ['server/src/domains/users/credit.test.ts'],
  },

  // Lessons, rosters and attendance
  {
    rule: 'asks before a full lesson gets another student',
    file: 'server/src/domains/lessons/rosters.service.ts',
    from: 'seats + wish.newcomers <= maxCap',
    to: 'seats <= maxCap',
    project: 'server',
    tests: ['server/src/domains/lessons/add-students.test.ts'],
  },
  {
    rule: 'refuses to book a tutor for two lessons at the same time',
    file: 'server/src/domains/lessons/bookings.queries.ts',
    from: 'lt(other.scheduledAt, sql`candidate.ends`)',
    to: 'lt(other.scheduledAt, sql`candidate.starts`)',
    project: 'server',
    tests: ['server/src/domains/lessons/lesson-record.test.ts'],
  },
  {
    rule: 'counts no one who was only in the waiting room as attended',
    file: 'contract/src/domains/attendance/attendance-file.rules.ts',
    from: "cell('waiting').toLowerCase() === 'yes'",
    to: "cell('waiting').toLowerCase() === 'true'",
    project: 'contract',
    tests: ['contract/src/domains/attendance/attendance-file.rules.test.ts'],
  },
  {
    rule: 'asks Zoom for a report again a day later',
    file: 'server/src/domains/attendance/zoom/pull-reports.ts',
    from: '[15, 60, 120, 360, 1440]',
    to: '[15, 60, 120, 360]',
    project: 'server',
    tests: ['server/src/domains/attendance/zoom/pull-reports.test.ts'],
  },

  // Announcements
  {
    rule: 'does not send a text message again that a lost worker was sending',
    file: 'server/src/domains/announcements/deliver-announcement.job.ts',
    from: "=== 'email' ? 'queued' : 'unknown'",
    to: "=== 'email' ? 'queued' : 'queued'",
    project: 'server',
    tests: ['server/src/domains/announcements/deliver-announcement.test.ts'],
  },
  {
    rule: 'asks before the same announcement is sent again within 10 minutes',
    file: 'server/src/domains/announcements/announcements.service.ts',
    from: 'repeatMinutes * 60_000',
    to: 'repeatMinutes * 6000',
    project: 'server',
    tests: ['server/src/domains/announcements/send-announcement.test.ts'],
  },

  // Homework, polls and live sessions
  {
    rule: 'brings no removed file back with an upload',
    file: 'server/src/domains/homework/materials/plan-upload.ts',
    from: "or ${isLeftOut('material')} as attached",
    to: 'or false as attached',
    project: 'server',
    tests: ['server/src/domains/homework/materials/lesson-files.test.ts'],
  },
  {
    rule: 'takes an item of another system once',
    file: 'server/src/domains/integrations/take-items.ts',
    from: 'known.steps.includes(name)',
    to: 'known.steps.length === 0',
    project: 'server',
    tests: ['server/src/domains/integrations/integrations.test.ts'],
  },
  {
    rule: 'counts poll answers of the students of the lesson only',
    file: 'server/src/domains/polls/polls.service.ts',
    from: 'studentId !== null && kinds.has(studentId)',
    to: 'studentId !== null',
    project: 'server',
    tests: ['server/src/domains/polls/polls.test.ts'],
  },
  {
    rule: 'deletes no live session to which a student has signed up',
    file: 'server/src/domains/live-sessions/live-sessions.service.ts',
    from: 'attendees > 0',
    to: 'attendees > 1',
    project: 'server',
    tests: ['server/src/domains/live-sessions/live-sessions.test.ts'],
  },

  // Tickets, reports and Home
  {
    rule: 'shows each ticket of a queue once',
    file: 'web/src/domains/tickets/ticket-queue.ts',
    from: '[open, ...before]',
    to: '[...before]',
    project: 'web',
    tests: ['web/src/domains/tickets/ticket-queue.test.ts'],
  },
  {
    rule: 'follows a reminded family up on the next working day',
    file: 'server/src/domains/tickets/tickets.service.ts',
    from: 'isReminder ? nextWorkingDay(today)',
    to: 'isReminder ? addDays(today, 1)',
    project: 'server',
    tests: ['server/src/domains/tickets/tickets.test.ts'],
  },
  {
    rule: 'counts sales by business day',
    file: 'server/src/domains/reports/sales.queries.ts',
    from: '(${orders.created} at time zone ${timeZone})::date as day',
    to: "(${orders.created} at time zone 'UTC')::date as day",
    project: 'server',
    tests: ['server/src/domains/reports/sales-report.test.ts'],
  },
  {
    rule: 'shows paid orders that wait on Home',
    file: 'server/src/domains/home/home.queries.ts',
    from: "in ('INIT', 'PAID')",
    to: "in ('INIT')",
    project: 'server',
    tests: ['server/src/domains/home/home.test.ts'],
  },

  // Tutor pay
  {
    rule: 'carries a debt to the next run',
    file: 'server/src/domains/tutor-payments/run-debts.ts',
    from: 'tutor.carried_forward < 0',
    to: 'tutor.carried_forward > 0',
    project: 'server',
    tests: ['server/src/domains/tutor-payments/carried-pay.test.ts'],
  },

  // Question bank and worksheets
  {
    rule: 'refuses a formula that nests deeper than 50 levels',
    file: 'contract/src/shared/formula-limits.ts',
    from: '?.level ?? 0) > deepestFormula',
    to: '?.level ?? 0) > deepestFormula + 1',
    project: 'contract',
    tests: ['contract/src/shared/formula-limits.test.ts'],
  },
  {
    rule: 'keeps a version for every save of a question',
    file: 'server/src/domains/question-bank/question-record.ts',
    from: 'if (isChanged)',
    to: 'if (isChanged && restored === undefined)',
    project: 'server',
    tests: ['server/src/domains/question-bank/question-versions.test.ts'],
  },
  {
    rule: 'replaces only pictures that are still in the question when their copies are saved',
    file: 'server/src/domains/question-bank/copy-question-pictures.job.ts',
    from: 'there.includes(address)',
    to: "address !== ''",
    project: 'server',
    tests: ['server/src/domains/question-bank/copy-question-pictures.test.ts'],
  },

  // Web app
  {
    rule: 'keeps the idempotency key after a lost answer',
    file: 'web/src/lib/idempotency-keys.ts',
    from: 'error === undefined || !isOutcomeUnknown(error)',
    to: 'error === undefined || isOutcomeUnknown(error)',
    project: 'web',
    tests: ['web/src/lib/idempotency-keys.test.ts'],
  },
  {
    rule: 'keeps what was typed when a form is merged with a later save',
    file: 'web/src/lib/merge-versions.ts',
    from: 'isSame(mine[name], base[name])',
    to: '!isSame(theirs[name], base[name])',
    project: 'web',
    tests: ['web/src/lib/merge-versions.test.ts'],
  },

  // Forms, lists and records of the web app
  {
    rule: 'asks before a form loses typed text',
    file: 'web/src/ui/use-close-guard.ts',
    from: 'if (!dirty || (await confirm(question))) options.onClose();',
    to: 'options.onClose();',
    project: 'kit',
    tests: ['web/src/kit/test/forms.browser.test.tsx'],
  },
  {
    rule: "shows the server's refusal beside its field",
    file: 'web/src/kit/form/use-form-state.ts',
    from: '{ ...own, ...refused } as ProblemsOf<K>',
    to: '{ ...own } as ProblemsOf<K>',
    project: 'kit',
    tests: ['web/src/kit/test/forms.browser.test.tsx'],
  },
  {
    rule: 'bases the next save on the version that a stale save showed',
    file: 'web/src/ui/use-stale.ts',
    from: 'setBase(error.current as Saved);',
    to: 'setBase(base);',
    project: 'kit',
    tests: ['web/src/kit/test/forms.browser.test.tsx'],
  },
  {
    rule: 'keeps a question open when the answer is lost',
    file: 'web/src/ui/confirm.tsx',
    from: '        return;\n      } finally',
    to: '      } finally',
    project: 'kit',
    tests: ['web/src/kit/test/questions.browser.test.tsx'],
  },
  {
    rule: 'adds a consent to the retry of a lost answer',
    file: 'web/src/kit/form/use-form-state.ts',
    from: '? granted.current.entries : {}',
    to: '? {} : {}',
    project: 'kit',
    tests: ['web/src/kit/test/questions.browser.test.tsx'],
  },
  {
    rule: 'keeps the page of a list in the address',
    file: 'web/src/kit/list/list-view.tsx',
    from: 'page: pageInAddress(next)',
    to: 'page: undefined',
    project: 'kit',
    tests: ['web/src/kit/test/lists.browser.test.tsx'],
  },
  {
    rule: 'shows the first page after a filter is chosen',
    file: 'web/src/kit/list/define-list.ts',
    from: '({ ...address, page: undefined, ...changes })',
    to: '({ ...address, ...changes })',
    project: 'kit',
    tests: ['web/src/kit/test/lists.browser.test.tsx'],
  },
  {
    rule: 'downloads the rows of all pages',
    file: 'web/src/kit/list/list.tsx',
    from: 'const input = wholeListInput(list, address, today, scope);',
    to: 'const input = listPageQuery(list, address, today, scope).queryKey[2] as ReturnType<typeof wholeListInput<O>>;',
    project: 'kit',
    tests: ['web/src/kit/test/lists.browser.test.tsx'],
  },
  {
    rule: 'hides ids in a timeline',
    file: 'web/src/kit/record/change-lines.ts',
    from: 'changes.filter(isSaid)',
    to: '[...changes]',
    project: 'kit',
    tests: ['web/src/kit/test/records.browser.test.tsx'],
  },
  {
    rule: 'says that a record does not exist',
    file: 'web/src/kit/record/record-page.tsx',
    from: 'if (elsewhere || isMissing(query.error))',
    to: 'if (elsewhere)',
    project: 'kit',
    tests: ['web/src/kit/test/records.browser.test.tsx'],
  },
];
