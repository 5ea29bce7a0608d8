import { createFileRoute } from '@tanstack/react-router';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import {
  WorksheetList,
  worksheetSearchSchema,
  type WorksheetSearch,
} from '../../domains/question-bank/worksheets/worksheet-list.tsx';

const Worksheets = () => {
  const search = useAddress(worksheetSearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <WorksheetList
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/question-bank/worksheets')({
  validateSearch: readByScreen<WorksheetSearch>(),
  staticData: {
    prefetch: async (address: never) =>
      (await import('../../domains/question-bank/worksheets/worksheet-list.tsx')).firstWorksheets(
        address,
      ),
  },
  component: Worksheets,
});
