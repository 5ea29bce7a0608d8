import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes';

/**
 * The list of screens and their addresses (part 1 §2, part 2 §2). All of them stand behind sign-in
 * (app.tsx shows /login to everybody else) and in the shell, which guards them; an address that is not
 * here goes home.
 */
export const routes = rootRoute('app/root.tsx', [
  layout('signed-in', 'app/shell/signed-in.layout.tsx', [
    index('domains/home/home.route.tsx'),
    route('/dashboard', 'domains/reports/dashboard.route.tsx'),
    route('/report', 'domains/reports/report.route.tsx'),
    route('/orders', 'domains/orders/order-list.route.tsx'),
    route('/user', 'domains/users/user-list.route.tsx'),
    route('/user/roles', 'domains/users/roles.route.tsx'),
    route('/user/$userId', 'domains/users/user.route.tsx'),
    route('/course', 'domains/classes/class-list.route.tsx'),
    route('/course/$classId', 'domains/classes/class.route.tsx'),
    route('/course/$classId/lesson/$lessonId', 'domains/lessons/lesson.route.tsx'),
    route(
      '/course/$classId/lesson/$lessonId/homework/$homeworkId',
      'domains/homework/homework.route.tsx',
    ),
    route('/lessons', 'domains/lessons/lessons.route.tsx'),
    route('/lessons/$lessonId/detail/$platform', 'domains/attendance/live-lesson.route.tsx'),
    route('/discountcode', 'domains/discount-codes/discount-code-list.route.tsx'),
    route('/discountcode/new', 'domains/discount-codes/new-discount-code.route.tsx'),
    route('/discountcode/$discountId', 'domains/discount-codes/discount-code.route.tsx'),
    route('/tickets/stat', 'domains/tickets/ticket-stat.route.tsx'),
    route('/tickets/trial', 'domains/tickets/trial-ticket-list.route.tsx'),
    route('/tickets/renewal', 'domains/tickets/renewal-ticket-list.route.tsx'),
    route('/feedback', 'domains/feedback/feedback-list.route.tsx'),
    route('/ops', 'domains/reports/ops.route.tsx'),
    route('/tutor-payments', 'domains/tutor-payments/tutor-payments.route.tsx'),
    route('/question-bank', 'domains/question-bank/question-bank.route.tsx'),
    route('/question-bank/worksheets', 'domains/question-bank/worksheets/worksheets.route.tsx'),
    route('/tls', 'domains/live-sessions/live-session-list.route.tsx'),
    route('/profile', 'domains/identity/profile.route.tsx'),
    route('$', 'app/unknown.route.tsx'),
  ]),
]);
