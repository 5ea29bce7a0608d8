import { createFileRoute } from '@tanstack/react-router';
import { auditSearchSchema, type AuditSearch } from '../../domains/system/audit-list.ts';
import { AuditTrail } from '../../domains/system/audit-trail.tsx';
import { readByScreen, useAddress } from '../../lib/address-values.ts';

const Audit = () => {
  const search = useAddress(auditSearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <AuditTrail
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/admin/audit')({
  validateSearch: readByScreen<AuditSearch>(),
  staticData: {
    prefetch: async (address: never) =>
      (await import('../../domains/system/audit-list.ts')).firstEntries(address),
  },
  component: Audit,
});
