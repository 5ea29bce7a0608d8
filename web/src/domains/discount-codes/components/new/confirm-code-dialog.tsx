import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Fact, Facts } from '../../../../ui/facts.tsx';
import { PrimaryButton } from '../../../../ui/primary-button.tsx';
import { agentsQuery } from '../../../users/users.api.ts';
import type { DiscountDraft } from '../../discount-draft.ts';
import { draftSummary } from '../../draft-summary.ts';

type Props = {
  draft: DiscountDraft;
  opened: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Sums the entries up before the code is created (part 1 §2). */
export const ConfirmCodeDialog = ({ draft, opened, busy, onConfirm, onClose }: Props) => {
  const { data } = useQuery(agentsQuery);
  const agent = data?.data.find(({ _id }) => _id === draft.agent);
  return (
    <Dialog
      title="Confirm creation of discount code?"
      opened={opened}
      onClose={onClose}
      busy={busy}
      size={520}
      onSubmit={onConfirm}
      primary={
        <PrimaryButton busy={busy} keys="Ctrl ↵" focused>
          Confirm
        </PrimaryButton>
      }
    >
      <Facts>
        {draftSummary(draft, agent?.name || agent?.email).map(([label, words]) => (
          <Fact key={label} label={label}>
            {words}
          </Fact>
        ))}
      </Facts>
    </Dialog>
  );
};
