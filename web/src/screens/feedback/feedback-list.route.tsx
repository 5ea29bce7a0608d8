import { createFileRoute } from '@tanstack/react-router';
import { readByScreen, useAddress } from '../../lib/address-values.ts';
import {
  FeedbackList,
  feedbackSearchSchema,
  type FeedbackSearch,
} from '../../domains/feedback/feedback-list.tsx';

const Feedback = () => {
  const search = useAddress(feedbackSearchSchema, Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <FeedbackList
      search={search}
      onSearch={(next, step) => void navigate({ search: next, replace: step?.replaces ?? false })}
    />
  );
};

export const Route = createFileRoute('/_signed-in/feedback')({
  validateSearch: readByScreen<FeedbackSearch>(),
  staticData: {
    prefetch: async (address: never) =>
      (await import('../../domains/feedback/feedback-list.tsx')).firstFeedback(address),
  },
  component: Feedback,
});
