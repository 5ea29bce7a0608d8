import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  createServiceTokenSchema,
  tokenScopes,
  type TokenScope,
} from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { isOutcomeUnknown, sentenceOf } from '../../../../lib/api-error.ts';
import { placeAmong, problemsAt, problemsOfFailure } from '../../../../lib/form-problems.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../../../ui/primary-button.tsx';
import { useGuardedBack } from '../../../../ui/use-guarded-back.ts';
import { useCreateServiceToken } from '../../service-tokens.api.ts';
import { scopeDescriptions, scopeWords } from './scope-words.ts';
import styles from './service-tokens.module.css';
import { ShownToken, uncopiedQuestion } from './shown-token.tsx';

type Props = { opened: boolean; onClose: () => void };

/** A new token: for which system, what it may write; then the token itself, this once. */
export const NewServiceTokenDialog = ({ opened, onClose }: Props) => (
  <FreshForm record={opened ? 'new' : null}>
    {(_record, isOpen) => <Form opened={isOpen} onClose={onClose} />}
  </FreshForm>
);

const placeOf = placeAmong(['name', 'scopes']);

const Form = ({ opened, onClose }: Props) => {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<TokenScope[]>([]);
  const [isTried, setTried] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const create = useCreateServiceToken();
  const token = create.data?.data;
  const dirty = token ? !isCopied : name.trim() !== '' || scopes.length > 0;
  const question = token ? uncopiedQuestion : undefined;
  const close = useGuardedBack({ opened, dirty, onClose, question });

  const checked = createServiceTokenSchema.safeParse({ name, scopes });
  const local = checked.error?.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  const problems = {
    ...(!isOutcomeUnknown(create.error) && problemsOfFailure(create.error, placeOf)),
    ...(isTried && local && problemsAt(local, placeOf)),
  };
  const submit = () => {
    setTried(true);
    if (checked.success && !create.isPending) create.mutate({ body: { name, scopes } });
  };

  return (
    <Dialog
      title={token ? `Token of ${token.name}` : 'Create service token'}
      opened={opened}
      onClose={close}
      dirty={dirty}
      question={question}
      busy={create.isPending}
      onSubmit={token ? close : submit}
      cancelLabel={token ? 'Close' : 'Cancel'}
      primary={
        token ? (
          <PrimaryButton disabled={!isCopied}>Done</PrimaryButton>
        ) : (
          <PrimaryButton busy={create.isPending} keys="Ctrl ↵">
            Create
          </PrimaryButton>
        )
      }
    >
      {token ? (
        <ShownToken token={token.token} isCopied={isCopied} onCopied={() => setCopied(true)} />
      ) : (
        <div className={styles.fields}>
          {isOutcomeUnknown(create.error) && (
            <Banner tone="negative" title={sentenceOf(create.error)}>
              <p>
                It may have been created all the same. The list says so; revoke such a token, as
                nobody has seen it, and create another.
              </p>
            </Banner>
          )}
          {problems.form && <Banner tone="negative" title={problems.form} />}
          <TextInput
            label="Name"
            required
            description="The system that will use it: the web shop, the classroom."
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problems.name}
          />
          <Checkbox.Group
            label="May write"
            required
            value={scopes}
            onChange={(chosen) => setScopes(tokenScopes.filter((scope) => chosen.includes(scope)))}
            error={problems.scopes}
          >
            <div className={styles.scopes}>
              {tokenScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={scopeWords[scope]}
                  description={scopeDescriptions[scope]}
                />
              ))}
            </div>
          </Checkbox.Group>
        </div>
      )}
    </Dialog>
  );
};
