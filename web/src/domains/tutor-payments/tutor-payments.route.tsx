import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import { paySearchSchema, type PaySearch } from './tutor-pay-address.ts';
import { TutorPayScreen } from './tutor-pay.tsx';

const PaymentRunScreen = lazy(async () => ({
  default: (await import('./payment-run.tsx')).PaymentRunScreen,
}));
const PayslipScreen = lazy(async () => ({
  default: (await import('./payslips.tsx')).PayslipScreen,
}));
const AllPayslipsScreen = lazy(async () => ({
  default: (await import('./payslips.tsx')).AllPayslipsScreen,
}));

/** Payroll: a tutor's month, the run that pays a month, or payslips of it; the address says which. */
const TutorPayments = () => {
  const search = useAddress(paySearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  const onSearch = (next: PaySearch) => void navigate({ search: next });
  const { run, slip } = search;
  if (run === undefined) return <TutorPayScreen search={search} onSearch={onSearch} />;
  return (
    <Suspense>
      {slip === undefined ? (
        <PaymentRunScreen id={run} search={search} onSearch={onSearch} />
      ) : slip === 'all' ? (
        <AllPayslipsScreen runId={run} />
      ) : (
        <PayslipScreen runId={run} tutorId={slip} />
      )}
    </Suspense>
  );
};

export const Route = createFileRoute('/_signed-in/tutor-payments')({
  validateSearch: readByScreen<PaySearch>(),
  staticData: {
    prefetch: async (address: never) => (await import('./tutor-pay-address.ts')).firstPay(address),
  },
  component: TutorPayments,
});
