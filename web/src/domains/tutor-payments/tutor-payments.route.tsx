import { createFileRoute } from '@tanstack/react-router';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import { paySearchSchema, type PaySearch } from './tutor-pay-address.ts';
import { TutorPayScreen } from './tutor-pay.tsx';

const TutorPayments = () => {
  const search = useAddress(paySearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  return <TutorPayScreen search={search} onSearch={(next) => void navigate({ search: next })} />;
};

export const Route = createFileRoute('/_signed-in/tutor-payments')({
  validateSearch: readByScreen<PaySearch>(),
  staticData: {
    prefetch: async (address: never) => (await import('./tutor-pay-address.ts')).firstPay(address),
  },
  component: TutorPayments,
});
