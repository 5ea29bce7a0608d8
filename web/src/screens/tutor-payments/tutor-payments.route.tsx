import { createFileRoute } from '@tanstack/react-router';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { paySearchSchema, type PaySearch } from '../../domains/tutor-payments/tutor-pay-address.ts';
import { TutorPayScreen } from '../../domains/tutor-payments/tutor-pay.tsx';

const PaymentRunScreen = lazyPart(
  async () => (await import('../../domains/tutor-payments/payment-run.tsx')).PaymentRunScreen,
);
const PayslipScreen = lazyPart(
  async () => (await import('../../domains/tutor-payments/payslips.tsx')).PayslipScreen,
);
const AllPayslipsScreen = lazyPart(
  async () => (await import('../../domains/tutor-payments/payslips.tsx')).AllPayslipsScreen,
);

/** Payroll: a tutor's month, a month's run, or its payslips, depending on the address. */
const TutorPayments = () => {
  const search = useAddress(paySearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  const onSearch = (next: PaySearch) => void navigate({ search: next });
  const { run, slip } = search;
  if (run === undefined) return <TutorPayScreen search={search} onSearch={onSearch} />;
  if (slip === undefined) return <PaymentRunScreen id={run} search={search} onSearch={onSearch} />;
  if (slip === 'all') return <AllPayslipsScreen runId={run} />;
  return <PayslipScreen runId={run} tutorId={slip} />;
};

export const Route = createFileRoute('/_signed-in/tutor-payments')({
  validateSearch: readByScreen<PaySearch>(),
  staticData: {
    prefetch: async (address: never) =>
      (await import('../../domains/tutor-payments/tutor-pay-address.ts')).firstPay(address),
  },
  component: TutorPayments,
});
