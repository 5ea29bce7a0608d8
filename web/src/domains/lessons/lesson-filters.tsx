import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { formatCount } from '../../lib/formats.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { ChoiceFilter, FoundFilter } from '../../ui/choice-filter.tsx';
import { FilterDrawer } from '../../ui/filter-drawer.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { classQuery } from '../classes/classes.api.ts';
import { aboutTeacher } from '../users/teacher-words.ts';
import { teacherById, teachersByTerm } from '../users/users.api.ts';
import { classesByName } from './week/week.api.ts';
import styles from './period-toolbar.module.css';

type LessonChoice = {
  tutor?: string | undefined;
  class?: string | undefined;
  platform?: string | undefined;
  state?: LessonState | undefined;
  /** Also show tutors without lessons. */
  tutors?: 'all' | undefined;
};

type LessonState = 'active' | 'live';

const stateWords: Record<LessonState, string> = { active: 'Active', live: 'Live now' };

type Props = {
  chosen: LessonChoice;
  onChange: (chosen: LessonChoice) => void;
  lessons: readonly LessonSummary[];
  /** Platforms to choose from; no platform filter if missing. */
  platforms?: readonly string[];
  states: readonly LessonState[];
  /** Whether to offer showing tutors without lessons. */
  offersOtherTutors?: boolean;
};

/** Lesson filters. Users without access to other users get no tutor filter; a Tutor sees only their own lessons. */
export const LessonFilters = (props: Props) => {
  const { chosen, onChange, lessons, platforms, states, offersOtherTutors = false } = props;
  const mayFindTutors = useMayOpen()('/user');
  const isNarrow = useNarrow();
  const { tutor: tutorId, class: classId, platform, state, tutors } = chosen;
  const current = { tutor: tutorId, class: classId, platform, state, tutors };
  const changed = Object.values(current).filter((each) => each !== undefined).length;
  const reset = () =>
    onChange({
      tutor: undefined,
      class: undefined,
      platform: undefined,
      state: undefined,
      tutors: undefined,
    });
  const filters = (
    <>
      {mayFindTutors && (
        <TutorFilter
          id={tutorId}
          known={lessons.flatMap(({ tutor }) => tutor)}
          onChange={(tutor) => onChange({ ...current, tutor })}
        />
      )}
      <ClassFilter
        id={classId}
        known={lessons.map(({ class_obj }) => class_obj)}
        onChange={(id) => onChange({ ...current, class: id })}
      />
      {platforms && (
        <ChoiceFilter
          label="Platform"
          choices={[
            { value: '', label: 'All' },
            ...platforms.map((each) => ({ value: each, label: each })),
          ]}
          value={platform ?? ''}
          defaultValue=""
          onChange={(next) => onChange({ ...current, platform: next || undefined })}
        />
      )}
      <ChoiceFilter<LessonState | ''>
        label="State"
        choices={[
          { value: '', label: 'All' },
          ...states.map((each) => ({ value: each, label: stateWords[each] })),
        ]}
        value={state ?? ''}
        defaultValue=""
        onChange={(next) => onChange({ ...current, state: next || undefined })}
      />
      {offersOtherTutors && mayFindTutors && (
        <label className={styles.check}>
          {/* A plain input: the form kit's check box would load the form kit on this screen. */}
          <input
            type="checkbox"
            checked={tutors === 'all'}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...current, tutors: checked ? 'all' : undefined })
            }
          />
          Tutors without lessons
        </label>
      )}
    </>
  );
  if (isNarrow)
    return (
      <FilterDrawer
        changed={changed}
        onReset={reset}
        summary={formatCount(lessons.length, 'lesson')}
      >
        {filters}
      </FilterDrawer>
    );
  return (
    <Group
      align="stretch"
      justify="flex-end"
      wrap="wrap"
      flex={1}
      role="group"
      aria-label="Filters"
    >
      {filters}
      {changed > 0 && (
        <Button variant="subtle" onClick={reset}>
          Reset
        </Button>
      )}
    </Group>
  );
};

type FilterProps = {
  id: string | undefined;
  /** Records whose names are already loaded. */
  known: readonly { _id: string; name: string }[];
  onChange: (id: string | undefined) => void;
};

/** Filters by one tutor or all. */
const TutorFilter = ({ id, known, onChange }: FilterProps) => {
  const [term, setTerm] = useState<string | null>(null);
  const found = useQuery({ ...teachersByTerm('Tutor', term ?? ''), enabled: term !== null });
  const shown = known.find(({ _id }) => _id === id);
  const named = useQuery({ ...teacherById(id ?? ''), enabled: id !== undefined && !shown });
  const name = shown?.name ?? named.data?.data[0]?.name;
  const choices = (found.data?.data ?? []).map((tutor) => ({
    value: tutor._id,
    label: tutor.name || tutor.email,
    about: aboutTeacher(tutor),
  }));
  return (
    <FoundFilter
      label="Tutor"
      noun="tutors"
      chosen={id === undefined ? null : { value: id, label: name || '–' }}
      found={{ ...found, choices }}
      onTerm={setTerm}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
};

/** Filters by one class or all. */
const ClassFilter = ({ id, known, onChange }: FilterProps) => {
  const [term, setTerm] = useState<string | null>(null);
  const found = useQuery({ ...classesByName(term ?? ''), enabled: term !== null });
  const shown = known.find(({ _id }) => _id === id);
  const named = useQuery({ ...classQuery(id ?? ''), enabled: id !== undefined && !shown });
  const name = shown?.name ?? named.data?.data.name;
  const choices = (found.data?.data ?? []).map((each) => ({
    value: each._id,
    label: each.name,
    about: each.tutor.map((tutor) => tutor.name).join(', '),
  }));
  return (
    <FoundFilter
      label="Class"
      noun="classes"
      chosen={id === undefined ? null : { value: id, label: name ?? '–' }}
      found={{ ...found, choices }}
      onTerm={setTerm}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
};
