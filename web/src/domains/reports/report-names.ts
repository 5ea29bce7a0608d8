import type { Flag, ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';

/** A report's name in the address and on its tab. */
export type ReportName = {
  value: string;
  label: string;
  /** Users need this flag to see it; without one, everyone who may open the screen sees it. */
  flag?: Flag;
};

/**
 * The reports of each screen, in the order of their tabs (part 2 §2). In a file of its own, so that the palette can list
 * them without loading their code.
 */
export const reportNames = {
  '/dashboard': [
    {
      value: 'class-enrolment',
      label: 'Class Enrolment',
      flag: 'dashboard.canViewClassEnrolment',
    },
    { value: 'trial-stat', label: 'Trial Stat', flag: 'dashboard.canViewTrialStat' },
    { value: 'lesson-attendance', label: 'Lesson Attendance' },
    { value: 'homework', label: 'Homework' },
    { value: 'tls-attendance', label: 'TLS Attendance' },
  ],
  // Sales first, then reports of the dashboard (decisions: Roles).
  '/report': [
    { value: 'sales', label: 'Sales' },
    {
      value: 'class-enrolment',
      label: 'Class Enrolment',
      flag: 'dashboard.canViewClassEnrolment',
    },
    { value: 'lesson-attendance', label: 'Lesson Attendance' },
    { value: 'homework-stat', label: 'Homework Stat' },
  ],
  '/ops': [
    { value: 'homework', label: 'Homework Assignment Stat' },
    { value: 'birthdays', label: 'Birthday Students' },
  ],
} as const satisfies { [screen in ScreenRoute]?: readonly ReportName[] };
export type ReportScreen = keyof typeof reportNames;
