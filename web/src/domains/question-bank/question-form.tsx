import {
  Box,
  Checkbox,
  Flex,
  Group,
  MultiSelect,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { getQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  marksOf,
  marksWords,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { initialValues, valuesOf } from '../../kit/form/define-form.ts';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { newIdempotencyKey } from '../../lib/idempotency-keys.ts';
import { differingFields, pick } from '../../lib/merge-versions.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { formatCount } from '../../lib/formats.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { editDraftId, keptDrafts, type Draft } from './drafts.ts';
import { isKey, QuestionKeys } from './question-keys.tsx';
import { useTags } from './question-bank.api.ts';
import styles from './question-form.module.css';
import { QuestionPreview } from './question-preview.tsx';
import {
  draftWords,
  questionForm,
  withSubject,
  type QuestionForm as Form,
  type QuestionValues,
} from './question.form.ts';
import { TagPickers } from './tag-pickers.tsx';
import { UnfinishedQuestions } from './unfinished-questions.tsx';
import { unitOf } from './unit-value.ts';
import { QuestionUnits } from './question-units.tsx';

type Props = {
  /** The question to edit, 'new' to add one, null while the dialog is closed. */
  open: string | null;
  /** The draft that a new question continues. */
  draft: string | undefined;
  onClose: () => void;
};

/** Add New Question and Edit Question (part 2 §2): usable without a mouse, and a closed tab loses nothing. */
export const QuestionForm = ({ draft, ...dialog }: Props) => (
  <RecordForm
    {...dialog}
    form={questionForm}
    get={getQuestion}
    titles={['Add New Question', 'Edit Question']}
    options={(record) => ({
      done: record ? 'Question saved' : 'Question added',
      gone: 'This question no longer exists',
    })}
    frame={(form) => ({
      bare: true,
      besideTitle: <DraftState form={form} draft={draft} />,
      footerLead: <QuestionKeys />,
    })}
    aside={(form) => <QuestionPreview form={form} />}
    asideSummary={({ values: { unit } }) =>
      `Preview, ${formatCount(unit.length, 'unit')}, ${marksWords(marksOf(unit.map(unitOf)))}`
    }
  >
    {(form) => <Panels form={form} />}
  </RecordForm>
);

/** Shows where and since when the typed values are saved; restores an older draft of the same question. */
const DraftState = ({ form, draft }: { form: Form; draft: string | undefined }) => {
  const { time } = useFormats();
  const [id] = useState(
    () => (form.base ? editDraftId(form.base._id) : draft) ?? newIdempotencyKey(),
  );
  const { at, isFull, drafts } = useDraft({ id, form, first: firstValues(form) });
  const restore = useRef(() => {
    const kept = drafts.read(id);
    if (kept) form.restore({ changed: valuesOfDraft(kept), version: kept.version });
  });
  useEffect(() => restore.current(), []);
  if (isFull)
    return (
      <Text truncate variant="meta" c="secondary" role="status">
        This browser has no room for a draft: save before you close the tab.
      </Text>
    );
  if (at === undefined) return null;
  return (
    <Group variant="meta" c="secondary">
      <IconDeviceFloppy size={15} stroke={1.7} aria-hidden="true" />
      <Text span inherit truncate>
        Draft kept on this computer, {time(at)}
      </Text>
    </Group>
  );
};

/** Debounce of saving a draft, in milliseconds. */
const restMs = 400;

type DraftOptions = {
  id: string;
  form: Form;
  /** The form's initial values: only differences from them are saved. */
  first: QuestionValues;
};

/**
 * Saves typed values in this browser until they are saved or discarded, so that a closed tab or a crash loses nothing.
 * When the dialog closes in the app, the question was saved or the text discarded on purpose, so the draft is removed.
 */
const useDraft = ({ id, form, first }: DraftOptions) => {
  const { _id: user } = useSessionUser();
  const kept = useMemo(() => keptDrafts(user), [user]);
  const [state, setState] = useState<{ at?: string; isFull: boolean }>({ isFull: false });
  const { values, version, opened } = form;
  const changed = JSON.stringify(pick(values, differingFields(values, first)));
  const latest = useRef({ changed, values, version });
  useEffect(() => {
    latest.current = { changed, values, version };
  });

  useEffect(() => {
    if (!opened || changed === '{}') return undefined;
    const keep = () => {
      const at = new Date().toISOString();
      const draft = {
        id,
        at,
        words: draftWords(latest.current.values),
        changed: JSON.parse(latest.current.changed) as Draft['changed'],
        version: latest.current.version,
      };
      setState({ at, isFull: !kept.write(draft) });
    };
    const timer = setTimeout(keep, restMs);
    // The tab may be closed before the debounce ends.
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [kept, id, changed, opened]);

  const wasOpened = useRef(opened);
  useEffect(() => {
    if (wasOpened.current && !opened) kept.clear(id);
    wasOpened.current = opened;
  }, [kept, id, opened]);

  return { ...state, drafts: kept };
};

/** The form values of a draft; fields that did not fit the schema are missing. */
const valuesOfDraft = ({ changed }: Draft): Partial<QuestionValues> =>
  Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));

/** The form's initial values, or those of the saved question. */
const firstValues = ({ base, context }: Form) =>
  base === undefined ? initialValues(questionForm) : valuesOf(questionForm, base, context);

const Panels = ({ form }: { form: Form }) => {
  const [open, setOpen] = useState<number | null>(null);
  const panels = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // React events bubble through portals, so this also receives those of a dialog above.
    if (!panels.current?.contains(event.target as Node)) return;
    if (isKey(event, 'addUnit')) {
      event.preventDefault();
      panels.current.querySelector<HTMLElement>('[data-add-unit]')?.click();
    }
    if (isKey(event, 'next') && !event.nativeEvent.isComposing) moveOn(event);
  };
  return (
    <div
      ref={panels}
      role="group"
      aria-label="Question"
      className={styles.panels}
      onKeyDown={onKeyDown}
    >
      <Stack
        className={styles.left}
        component="section"
        gap="md"
        miw={0}
        aria-label="About the question"
        data-lines
      >
        <AboutQuestion form={form} />
      </Stack>
      <Stack component="section" gap="md" miw={0} aria-label="Question units">
        <QuestionUnits form={form} open={open} onOpen={setOpen} />
      </Stack>
    </div>
  );
};

/** Moves from a line of the left panel to the next field on Enter. */
const moveOn = (event: KeyboardEvent<HTMLDivElement>) => {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.matches(lines)) return;
  event.preventDefault();
  const fields = [
    ...(target
      .closest('section')
      ?.querySelectorAll<HTMLElement>(
        'input:not([type="hidden"], :disabled), [contenteditable="true"]',
      ) ?? []),
  ];
  fields[fields.indexOf(target) + 1]?.focus();
};

/** Excludes pickers, where Enter chooses, and a unit's inputs, which have their own navigation. */
const lines = 'section[data-lines] input:not([role="combobox"], [type="radio"], [aria-haspopup])';

/** Subject, level, tags, source, instruction and context: the left panel. */
const AboutQuestion = ({ form }: { form: Form }) => {
  const { field, values, set, problems } = form;
  const { topic, skill, heuristic, section } = values;
  const { label: subjectLabel, error: subjectError } = field('subject');
  const { label: contextLabel } = field('context');
  return (
    <>
      {form.base === undefined && !form.isDirty && <OfferedDraft form={form} />}
      <Radio.Group
        label={subjectLabel}
        required
        error={subjectError}
        value={values.subject}
        onChange={(subject) => set(withSubject(subject))}
      >
        <Flex rowGap="xs" columnGap="lg" wrap="wrap" pt="xs">
          {useSubjects(values.subject).map((subject) => (
            <Radio key={subject} value={subject} label={subject} />
          ))}
        </Flex>
      </Radio.Group>
      <MultiSelect {...field('level')} searchable hidePickedOptions openOnFocus={false} />
      <div className={styles.pair}>
        <TagPickers
          subject={values.subject}
          values={{ topic, skill, heuristic, section }}
          onChange={set}
          errors={problems}
        />
      </div>
      <Group gap="md" align="flex-start">
        <Box flex="none" w={96}>
          <NumberInput {...field('year')} />
        </Box>
        <TextInput {...field('school')} flex={1} />
      </Group>
      <Checkbox {...field('is_self_checking')} />
      <TextInput {...field('instruction')} />
      <RichTextEditor {...field('context')} />
      {values.context !== '' && (
        <div>
          <Text variant="label" c="secondary">
            Live preview
          </Text>
          <Box
            className={styles.live}
            mt="xs"
            pl="md"
            role="group"
            aria-label={`Live preview of ${contextLabel}`}
          >
            <RichTextView html={values.context} />
          </Box>
        </div>
      )}
    </>
  );
};

/** Offers drafts from another tab or from before a crash, while nothing is typed here yet. */
const OfferedDraft = ({ form }: { form: Form }) => {
  const kept = keptDrafts(useSessionUser()._id);
  const [drafts] = useState(() => kept.list());
  return (
    <div className={styles.offer}>
      <UnfinishedQuestions
        drafts={drafts}
        onContinue={(id) => {
          const draft = kept.read(id);
          if (!draft) return;
          form.set(valuesOfDraft(draft));
          // From now on the draft is saved under this form's id.
          kept.clear(id);
        }}
      />
    </div>
  );
};

/** The subjects of the reference data; only the chosen one while loading. */
const useSubjects = (chosen: string): string[] => {
  const subjects = useTags()
    .filter(({ kind, is_retired: isRetired }) => kind === 'subject' && !isRetired)
    .map(({ name }) => name);
  return subjects.includes(chosen) ? subjects : [...subjects, chosen];
};
