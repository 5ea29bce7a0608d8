import { createFileRoute } from '@tanstack/react-router';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import {
  QuestionList,
  questionSearchSchema,
  type QuestionSearch,
} from '../../domains/question-bank/question-list.tsx';

const QuestionBank = () => {
  const search = useAddress(questionSearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <QuestionList
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/question-bank')({
  validateSearch: readByScreen<QuestionSearch>(),
  staticData: {
    prefetch: async (address: never) =>
      (await import('../../domains/question-bank/question-list.tsx')).firstQuestions(address),
  },
  component: QuestionBank,
});
