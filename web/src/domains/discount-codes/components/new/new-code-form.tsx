import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useToday } from '../../../../lib/settings.ts';
import { Panel, PanelFooter, PanelScroll } from '../../../../ui/panel.tsx';
import { PrimaryButton } from '../../../../ui/primary-button.tsx';
import { submitOnCtrlEnter } from '../../../../ui/submit-on-ctrl-enter.ts';
import { useLeaveGuard } from '../../../../ui/use-leave-guard.ts';
import { isDirty, type DiscountDraft, type SetDraft } from '../../discount-draft.ts';
import { draftProblems, missingOf } from '../../draft-problems.ts';
import { ConfirmCodeDialog } from './confirm-code-dialog.tsx';
import { CreatedCodeDialog } from './created-code-dialog.tsx';
import { DiscountForm } from './discount-form.tsx';
import styles from './discount-form.module.css';
import { useCreateCode } from './use-create-code.ts';

/** The form of a new code with its question and its answer (part 1 §2, §5). */
export const NewCodeForm = ({ start }: { start: DiscountDraft }) => {
  // Also after midnight, or when the duplicated code is read again.
  const [before] = useState(start);
  const [draft, setDraft] = useState(before);
  const today = useToday();
  const navigate = useNavigate();
  const leave = useLeaveGuard(isDirty(draft, before));
  const creation = useCreateCode(leave);

  const set: SetDraft = (changes) => {
    setDraft((standing) => ({ ...standing, ...changes }));
    creation.forget(changes);
  };
  const wrong = draftProblems(draft, today);
  const missing = missingOf(draft);
  const isComplete = missing.length === 0 && Object.keys(wrong).length === 0;

  return (
    <Panel fill>
      <form
        className={styles.form}
        noValidate
        onKeyDown={submitOnCtrlEnter}
        onSubmit={(event) => {
          // React hands on what happens in a dialog above the form too.
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          if (isComplete) creation.ask();
        }}
      >
        <PanelScroll label="New Discount Code">
          <DiscountForm draft={draft} set={set} problems={{ ...creation.problems, ...wrong }} />
        </PanelScroll>
        <PanelFooter>
          <span aria-live="polite">{footerWords(missing, isComplete)}</span>
          <PrimaryButton keys="Ctrl ↵" disabled={!isComplete}>
            Submit
          </PrimaryButton>
        </PanelFooter>
      </form>
      <ConfirmCodeDialog
        draft={draft}
        opened={creation.confirming}
        busy={creation.isSending}
        onConfirm={() => creation.send(draft)}
        onClose={creation.cancel}
      />
      <CreatedCodeDialog
        code={creation.created}
        onClose={() => void navigate({ to: '/discountcode' })}
      />
    </Panel>
  );
};

const footerWords = (missing: readonly string[], isComplete: boolean) => {
  if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`;
  return isComplete ? 'All required fields are filled.' : 'Some fields need another look.';
};
