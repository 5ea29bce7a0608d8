import { formulaSentences } from './formula-limits.ts';
import { altSentence } from './picture-rules.ts';
import { tableSentence } from './table-limits.ts';
import { z } from 'zod';

/**
 * All errors of the API, with their HTTP status and the message shown when a screen has no more specific one. Codes
 * are stable: the interface matches codes, never messages.
 */
export const errorCatalogue = {
  malformed_json: [400, 'The request is not valid JSON.'],
  invalid_value: [400, 'This value is not allowed here.'],
  unknown_field: [400, 'This field is not known here.'],
  formula_too_long: [400, formulaSentences.formula_too_long],
  formula_too_deep: [400, formulaSentences.formula_too_deep],
  table_too_large: [400, tableSentence],
  picture_without_alt: [400, altSentence],
  not_signed_in: [401, 'Please sign in.'],
  session_expired: [401, 'Your session has ended. Please sign in again.'],
  wrong_credentials: [401, 'You have entered the wrong email or password'],
  invalid_user_type: [401, 'Invalid user type'],
  service_token_unknown: [401, 'This service token is unknown or revoked.'],
  webhook_not_signed: [401, 'This request is not signed, or its signature is too old.'],
  forbidden: [403, 'Your role may not do this.'],
  service_scope_missing: [403, 'This service token may not write this.'],
  not_found: [404, 'This record does not exist or is not yours to see.'],
  request_timeout: [408, 'The request did not arrive completely in time. Please try again.'],
  stale: [409, 'This record has changed since you opened it.'],
  duplicate: [409, 'This already exists.'],
  lessons_changed: [409, 'The lessons of these dates have changed. Please check them again.'],
  price_changed: [409, 'The price has changed. Please check it again.'],
  email_taken: [409, 'This e-mail belongs to another account.'],
  last_admin: [409, 'The last enabled Admin can be neither disabled nor demoted.'],
  credit_too_low: [409, 'The student has less credit than this.'],
  discount_code_taken: [409, 'This code already exists, try a different one'],
  tutor_booked: [409, 'A tutor already teaches another lesson at this time.'],
  host_booked: [409, 'The Zoom host has another lesson at this time.'],
  lesson_unusual: [409, 'Something about this lesson is unusual. Save anyway?'],
  coming_lessons: [409, 'Coming lessons have the old tutors or times. Change them too?'],
  place_of_order: [
    409,
    'An order gave this place. Move or remove it by itself, or cancel the order.',
  ],
  already_on_lesson: [409, 'The student is already on that lesson.'],
  orders_only_lesson: [
    409,
    'This is the only lesson of the order that gave the place. Cancel the order instead.',
  ],
  order_already_cancelled: [409, 'This order is already cancelled.'],
  order_awaits_decision: [409, 'The amount paid must be accepted first, or the order cancelled.'],
  nothing_to_accept: [409, 'This order has no paid amount that can become its price.'],
  order_already_paid: [409, 'This order is paid already. Only staff can cancel it.'],
  order_not_paid: [409, 'Only an order that is paid can be processed.'],
  external_id_reused: [409, 'This external id was already sent with other content.'],
  row_already_processed: [409, 'This row has already been ordered.'],
  poll_answered: [
    409,
    'Students have answered this question: its options can be reworded and added to, not taken away or moved.',
  ],
  live_session_attended: [
    409,
    "You're not allowed to delete TLS session with existing attendees. Please contact tech team for further assistance.",
  ],
  lesson_paid: [
    409,
    'This lesson was paid in a confirmed run. Add a difference as an adjustment in the next run.',
  ],
  paid_lessons_change: [409, 'This changes the pay of lessons that are already paid. Save anyway?'],
  payment_run_confirmed: [409, 'This payment run is confirmed and locked.'],
  payment_run_changed: [
    409,
    'Lessons, students or rates have changed. Please check the run again.',
  ],
  payment_run_not_confirmed: [409, 'This payment run is not confirmed yet.'],
  payment_run_empty: [422, 'No tutor has lessons in this month, and no paid lesson has changed.'],
  payment_run_month_runs: [422, 'The month is not over yet.'],
  already_followed_up: [409, 'This feedback already has a follow-up.'],
  delivery_elsewhere: [409, 'The other person already got this message.'],
  delivery_not_failed: [409, 'This message has not failed, or is being sent again already.'],
  announcement_repeated: [
    409,
    'The same message was sent to this lesson in the last 10 minutes. Send it again?',
  ],
  delivery_not_unknown: [409, 'The outcome of this message is already known.'],
  material_upload_running: [
    409,
    'Another upload of material is running. Please wait until it has ended, or stop it.',
  ],
  import_running: [409, 'This import is still running.'],
  attendee_known: [409, 'This person has been matched already. Please check again.'],
  precondition_failed: [412, 'This has changed in the meantime.'],
  payload_too_large: [413, 'This is larger than the limit.'],
  too_many_values: [413, 'This request contains too many values.'],
  unsupported_media_type: [415, 'This kind of content is not accepted here.'],
  image_unreadable: [415, 'This is not an image of an accepted type.'],
  range_not_satisfiable: [416, 'The requested range does not exist.'],
  idempotency_key_reused: [422, 'This request key was already used for another request.'],
  no_recipients: [422, 'No one in this group has a usable address.'],
  no_lessons: [422, 'The class has no active lesson in these dates.'],
  lessons_not_in_class: [422, 'A chosen lesson is not an active lesson of this class.'],
  all_lessons_owned: [422, 'The student already owns all of these lessons.'],
  class_not_orderable: [422, 'This class is not active or has ended.'],
  class_full: [422, 'This lesson is full. Add anyway?'],
  class_sold_out: [422, 'This class is marked as sold out. Add anyway?'],
  full_purchase_required: [
    422,
    'This class is sold as a whole: all its remaining lessons must be chosen.',
  ],
  name_required: [422, 'No student has this e-mail yet. Please enter the name.'],
  not_a_student: [422, 'This e-mail belongs to a staff member, a tutor or a TA.'],
  not_creditable: [422, 'Only students have credit.'],
  trial_already_taken: [422, 'The student already had or still has a trial of this class.'],
  trial_one_lesson: [422, 'A trial is for one lesson.'],
  trial_several_lessons: [422, 'A trial is for one lesson. Create it for more anyway?'],
  agent_not_enabled: [422, 'This agent is not enabled.'],
  discount_code_unknown: [422, 'There is no discount code with this name.'],
  discount_code_disabled: [422, 'This discount code is disabled.'],
  discount_code_not_started: [422, 'This discount code is not valid yet.'],
  discount_code_expired: [422, 'This discount code has expired.'],
  discount_code_used_up: [422, 'This discount code has been used up.'],
  discount_code_other_class: [422, 'This discount code does not apply to this class.'],
  discount_code_other_currency: [422, 'This discount code is in another currency than the class.'],
  discount_code_not_for_trials: [422, 'This discount code does not apply to trials.'],
  poll_full: [422, 'A lesson has at most 100 poll questions.'],
  image_not_copied: [422, 'The picture could not be copied.'],
  price_differs: [422, 'The price differs.'],
  row_not_importable: [422, 'This row cannot become an order.'],
  attendance_file: [422, 'This file cannot be imported.'],
  question_file: [422, 'No questions can be read from this file.'],
  question_too_large: [
    422,
    'A question has at most 256 kB of text, without its pictures. Please shorten it, or split it into two questions.',
  ],
  worksheet_too_large: [
    422,
    'The questions of a worksheet have at most 4 MB of text, without their pictures. Please remove some.',
  ],
  input_too_heavy: [
    422,
    'Reading this takes too much memory or time. Please split it into smaller parts.',
  ],
  live_link_missing: [422, 'There is no live link for this lesson.'],
  zoom_report_missing: [422, 'Zoom has no report of this lesson.'],
  live_link_refused: [422, 'This live link is not valid.'],
  file_columns_missing: [422, 'The file lacks columns.'],
  file_empty: [422, 'The file has no rows.'],
  file_too_long: [422, 'The file has more than 5,000 rows.'],
  image_quota_used_up: [
    429,
    'You have uploaded 200 MB of images within a day. Please continue tomorrow.',
  ],
  too_many_attempts: [429, 'Too many attempts. Please wait.'],
  internal: [500, 'Something went wrong on our side. Nothing was saved.'],
  busy: [503, 'The server is busy at the moment. Please try again.'],
  downloads_busy: [
    503,
    'Too many downloads are running at the moment. Please try again in a few seconds.',
  ],
  library_unavailable: [503, 'The library of materials cannot be read at the moment.'],
  unavailable: [
    503,
    'The database is not reachable at the moment. Please try again; nothing is done twice.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

/**
 * An error; `field` is the path of the input that it is about, `about` its subject if the message does not name it,
 * `isExpired` ends the session.
 */
export const errorItemSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  field: z.string().optional(),
  about: z.string().optional(),
  isExpired: z.boolean().optional(),
});
export type ErrorItem = z.infer<typeof errorItemSchema>;

/** Body of an error (part 1 §8): `current` record and who `saved` it on a conflict, `quote` on `price_changed`. */
export const errorAnswerSchema = z.object({
  message: z.object({ errors: z.array(errorItemSchema).min(1) }),
  request_id: z.string().optional(),
  current: z.unknown().optional(),
  saved: z.object({ by: z.string(), at: z.string() }).optional(),
  quote: z.unknown().optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;
