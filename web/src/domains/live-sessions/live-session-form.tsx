import { ActionIcon, Checkbox, Flex, Select, Stack, TextInput, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, type KeyboardEvent } from 'react';
import { getLiveSession } from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import {
  keywordsAfterChoice,
  longestKeyword,
} from 'staffroom-contract/domains/live-sessions/live-sessions.rules.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { DayTimeInput } from '../../kit/form/day-time-input.tsx';
import { PictureInput } from '../../kit/form/picture-input.tsx';
import type { OpenableForm } from '../../kit/form/form-dialogs.tsx';
import { RecordForm } from '../../kit/form/record-form.tsx';
import type { StateOf } from '../../kit/form/use-form-state.ts';
import formGrid from '../../ui/form-grid.module.css';
import { NumberInput } from '../../ui/number-input.tsx';
import { TeachersField } from '../users/teachers-field.tsx';
import { liveSessionForm, withTyped, type Keywords, type Series } from './live-session.form.ts';
import styles from './live-sessions.module.css';
import { SessionPreview } from './session-preview.tsx';

/** Creates and updates a live session (part 2 §2, TLS sessions). */
export const LiveSessionForm = (dialog: OpenableForm) => (
  <RecordForm
    {...dialog}
    form={liveSessionForm}
    get={getLiveSession}
    titles={['Create live session', 'Update live session']}
    options={() => ({ gone: 'This session no longer exists' })}
    aside={(form) => <SessionPreview form={form} />}
  >
    {(form) => <Inputs form={form} />}
  </RecordForm>
);

const { half, third, quarter, whole } = formGrid;

const Inputs = ({ form }: { form: StateOf<typeof liveSessionForm> }) => {
  const { field, values, set } = form;
  /** Choosing a level or subject replaces its keyword. */
  const choose = (change: { level: Level } | { subject: Subject }) =>
    set({
      ...change,
      keywords: {
        ...values.keywords,
        words: keywordsAfterChoice(values.keywords.words, {
          before: 'level' in change ? wordOf(values.level) : (values.subject ?? ''),
          after: 'level' in change ? wordOf(change.level) : (change.subject ?? ''),
        }),
      },
    });
  return (
    <>
      <div className={formGrid.grid}>
        <TextInput {...field('name')} className={whole ?? ''} />
        <Textarea {...field('desc')} className={whole ?? ''} autosize minRows={3} maxRows={12} />
        <Select
          {...field('level')}
          className={half ?? ''}
          onChange={(level) => choose({ level })}
        />
        <Select
          {...field('subject')}
          className={half ?? ''}
          onChange={(subject) => choose({ subject })}
        />
        <div className={whole}>
          <KeywordsInput {...field('keywords')} />
        </div>
        <SeriesInput {...field('series')} />
      </div>
      <section>
        <h3 className={formGrid.heading}>When and with whom</h3>
        <div className={formGrid.grid}>
          <DayTimeInput {...field('start')} className={quarter} />
          <NumberInput {...field('event_duration')} className={quarter ?? ''} />
          <Select {...field('target_audience')} className={quarter ?? ''} />
          <div className={whole}>
            <TeachersField
              label="Host"
              type="Tutor"
              single
              required
              value={values.host ? [values.host] : []}
              onChange={(people) => set({ host: people.at(-1) ?? null })}
              emptyText="There were no tutors found matching your search"
              error={field('host').error}
            />
          </div>
        </div>
      </section>
      <section>
        <h3 className={formGrid.heading}>How it is shown</h3>
        <div className={formGrid.grid}>
          <div className={whole}>
            <PictureInput
              {...field('cover_photo')}
              description="One JPEG, PNG or BMP image of at most 10 MB"
            />
          </div>
          <Checkbox
            {...field('is_listed')}
            className={third ?? ''}
            description="Shown in the list of sessions."
          />
          <Checkbox
            {...field('is_public_viewable')}
            className={third ?? ''}
            description="Can be watched without an account."
          />
          <TextInput
            {...field('playback_url')}
            className={whole ?? ''}
            description="Where the recording can be watched; empty until there is one"
            inputMode="url"
          />
        </div>
      </section>
    </>
  );
};

type Values = StateOf<typeof liveSessionForm>['values'];
type Level = Values['level'];
type Subject = Values['subject'];

const wordOf = (level: Level) => (level === null ? '' : formatLevel(level));

type KeywordsProps = {
  label: string;
  value: Keywords;
  onChange: (keywords: Keywords) => void;
  error: string | undefined;
};

/** The keywords by which families find the session; Enter adds the typed one. */
const KeywordsInput = ({ label, value, onChange, error }: KeywordsProps) => {
  const box = useRef<HTMLInputElement>(null);
  const { words, typed } = value;
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms an input method's composition, and Ctrl Enter saves.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
      return;
    event.preventDefault();
    if (typed.trim() !== '') onChange(withTyped(value));
  };
  return (
    <Stack gap="sm">
      <TextInput
        ref={box}
        label={label}
        description="Enter adds one; level and subject add theirs"
        autoComplete="off"
        maxLength={longestKeyword}
        value={typed}
        onChange={({ currentTarget }) => onChange({ words, typed: currentTarget.value })}
        onKeyDown={onKeyDown}
        onBlur={() => typed.trim() !== '' && onChange(withTyped(value))}
        error={error}
        enterKeyHint="done"
      />
      {words.length > 0 && (
        <Flex component="ul" gap="xs" wrap="wrap" aria-label="Added keywords">
          {words.map((word) => (
            <Flex
              key={word}
              className={styles.word}
              component="li"
              align="center"
              mih={26}
              pl="sm"
              variant="meta"
            >
              {word}
              <ActionIcon
                size={26}
                aria-label={`Remove ${word}`}
                onClick={() => {
                  onChange({ typed, words: words.filter((each) => each !== word) });
                  box.current?.focus();
                }}
              >
                <IconX size={14} stroke={1.9} />
              </ActionIcon>
            </Flex>
          ))}
        </Flex>
      )}
    </Stack>
  );
};

type SeriesProps = { value: Series; onChange: (series: Series) => void; error: string | undefined };

const SeriesInput = ({ value, onChange, error }: SeriesProps) => {
  const isOfNone = value.name.trim() === '';
  return (
    <>
      <TextInput
        className={half ?? ''}
        label="Series name"
        autoComplete="off"
        maxLength={200}
        value={value.name}
        onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value })}
      />
      <NumberInput
        className={quarter ?? ''}
        label="Episode"
        decimals={0}
        min={1}
        disabled={isOfNone}
        required={!isOfNone}
        value={value.order}
        onChange={(order) => onChange({ ...value, order })}
        error={error}
      />
    </>
  );
};
