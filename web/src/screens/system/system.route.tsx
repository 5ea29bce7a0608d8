import { createFileRoute } from '@tanstack/react-router';
import { SystemHealth } from '../../domains/system/system-health.tsx';

export const Route = createFileRoute('/_signed-in/admin/system')({
  staticData: {
    prefetch: async () => [(await import('../../domains/system/system.api.ts')).systemQuery()],
  },
  component: SystemHealth,
});
