import { formatDiscount } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import type {
  Quote,
  quoteOrder as quoteOperation,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { creatableTypes } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';
import { toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import type { Context } from '../../platform/context.ts';
import { AppError, notFound, refusal } from '../../platform/errors.ts';
import * as classQueries from '../classes/classes.queries.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import * as rosterQueries from '../lessons/rosters.queries.ts';
import { findStudentByEmail, type Student } from '../users/students.service.ts';
import { assessOrder, problem, type Assessment } from './assess-order.ts';
import { lessonsOfDates } from './choose-lessons.ts';

type Body = BodyOf<typeof quoteOperation>;

/** Effect and price of an order; problems are listed. Throws not_found for an unknown class or a hidden student. */
export const quoteOrder = async (context: Context, body: Body): Promise<{ data: Quote }> => {
  if (!creatableTypes(context.actor).includes(body.type))
    throw refusal('forbidden', { field: 'type' });
  const tuitionClass = await classQueries.findById(context.db, body.class);
  if (!tuitionClass) throw notFound('class');
  const student = await findStudent(context, body.email);
  const all = await lessonQueries.listActiveOfClass(context.db, body.class);
  const chosen =
    body.start_date && body.end_date
      ? await lessonsOfDates(context.db, context, {
          classId: body.class,
          startDate: body.start_date,
          endDate: body.end_date,
        })
      : [];
  const assessment = await assessOrder(context.db, context, {
    type: body.type,
    tuitionClass,
    lessons: chosen,
    studentId: student.found?.id ?? null,
    discountCode: body.discount_code,
    agentId: body.agent_id,
    allowOverbook: false,
    allowSecondTrial: false,
    allowSeveralLessons: false,
  });
  const ids = all.map((lesson) => lesson.id);
  const seats = await rosterQueries.countSeats(context.db, ids);
  const owned = student.found
    ? await rosterQueries.kindsOfStudent(context.db, student.found.id, ids)
    : new Map<string, never>();
  return {
    data: {
      student: student.found && {
        _id: student.found.id,
        name: student.found.name,
        phone_country_code: student.found.phoneCountryCode,
        phone: student.found.phone,
      },
      lessons: all.map((lesson) => ({
        _id: lesson.id,
        name: lesson.name,
        meta: { index: lesson.lessonIndex, term: lesson.term },
        scheduled_on: lesson.scheduledAt.toISOString(),
        ended_on: lesson.endedAt.toISOString(),
        seats: seats.get(lesson.id) ?? 0,
        max_cap: tuitionClass.maxCap,
        owned: owned.get(lesson.id) ?? null,
      })),
      lesson: chosen.map((lesson) => lesson.id),
      billable_lesson: assessment.billable.map((lesson) => lesson.id),
      rate: toWireAmount(tuitionClass.rate),
      currency: tuitionClass.currency,
      original_price: toWireAmount(assessment.price.original),
      actual_price: toWireAmount(assessment.price.actual),
      discount: presentDiscount(assessment),
      problems: [...student.problems, ...assessment.problems].map(withField),
    },
  };
};

const withField = (item: ErrorItem) => ({
  code: item.code,
  field: item.field ?? '',
  message: item.message,
});

const findStudent = async (
  context: Context,
  email: string | undefined,
): Promise<{ found: Student | null; problems: ErrorItem[] }> => {
  const typed = email?.trim() ?? '';
  if (typed === '') return { found: null, problems: [] };
  if (!isEmail(typed))
    return {
      found: null,
      problems: [problem('invalid_value', 'email', 'You have entered an invalid email')],
    };
  try {
    return { found: await findStudentByEmail(context.db, context, typed), problems: [] };
  } catch (error) {
    // The order itself would be refused, so a price is useless.
    if (error instanceof AppError && error.status !== 404)
      return { found: null, problems: error.items };
    throw error;
  }
};

const presentDiscount = ({ code, price }: Assessment): Quote['discount'] =>
  code
    ? {
        code: code.code,
        label: formatDiscount(code),
        amount_off: toWireAmount(price.original - price.actual),
        total_usage: code.total_usage,
        usage_limit: code.usage_limit,
        agent: code.agent && { _id: code.agent.id, name: code.agent.name },
      }
    : null;
