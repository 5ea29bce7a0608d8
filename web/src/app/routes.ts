import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes';

/**
 * The screens and their addresses (part 1 §2, part 2 §2). All are behind sign-in (app.tsx shows /login to signed-out
 * visitors) and inside the shell, which guards them; other addresses redirect home.
 */
export const routes = rootRoute('app/root.tsx', [
  layout('signed-in', 'app/shell/signed-in.layout.tsx', [
    index('screens/home/home.route.tsx'),
    route('/dashboard', 'screens/reports/dashboard.route.tsx'),
    route('/report', 'screens/reports/report.route.tsx'),
    route('/orders', 'screens/orders/order-list.route.tsx'),
    route('/user', 'screens/users/user-list.route.tsx'),
    route('/user/roles', 'screens/users/roles.route.tsx'),
    route('/user/$userId', 'screens/users/user.route.tsx'),
    route('/course', 'screens/classes/class-list.route.tsx'),
    route('/course/$classId', 'screens/classes/class.route.tsx'),
    route('/course/$classId/lesson/$lessonId', 'screens/lessons/lesson.route.tsx'),
    route(
      '/course/$classId/lesson/$lessonId/homework/$homeworkId',
      'screens/homework/homework.route.tsx',
    ),
    route('/lessons', 'screens/lessons/lessons.route.tsx'),
    route('/lessons/$lessonId/detail/$platform', 'screens/attendance/live-lesson.route.tsx'),
    route('/discountcode', 'screens/discount-codes/discount-code-list.route.tsx'),
    route('/discountcode/new', 'screens/discount-codes/new-discount-code.route.tsx'),
    route('/discountcode/$discountId', 'screens/discount-codes/discount-code.route.tsx'),
    route('/tickets/stat', 'screens/tickets/ticket-stat.route.tsx'),
    route('/tickets/trial', 'screens/tickets/trial-ticket-list.route.tsx'),
    route('/tickets/renewal', 'screens/tickets/renewal-ticket-list.route.tsx'),
    route('/feedback', 'screens/feedback/feedback-list.route.tsx'),
    route('/ops', 'screens/reports/ops.route.tsx'),
    route('/tutor-payments', 'screens/tutor-payments/tutor-payments.route.tsx'),
    route('/question-bank', 'screens/question-bank/question-bank.route.tsx'),
    route('/question-bank/worksheets', 'screens/question-bank/worksheets.route.tsx'),
    route('/tls', 'screens/live-sessions/live-session-list.route.tsx'),
    route('/admin/system', 'screens/system/system.route.tsx'),
    route('/admin/audit', 'screens/system/audit-trail.route.tsx'),
    route('/profile', 'screens/identity/profile.route.tsx'),
    route('$', 'app/unknown.route.tsx'),
  ]),
]);
