import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMayOpen } from '../../../lib/use-can.ts';
import { classQuery } from '../../classes/classes.api.ts';
import { teacherById, teachersByTerm } from '../../users/users.api.ts';
import { classesByName } from './week.api.ts';
import type { WeekSearch } from './week-search.ts';
import { FoundChoice } from './found-choice.tsx';
import type { WeekLessons } from './week-layout.ts';
import styles from './week.module.css';

type Props = {
  search: WeekSearch;
  onSearch: (search: WeekSearch) => void;
  lessons: WeekLessons;
};

/** Whose lessons are shown. Who may not look users up has no choice of tutors: a Tutor sees its own anyway. */
export const WeekChoices = ({ search, onSearch, lessons }: Props) => {
  const mayFindTutors = useMayOpen()('/user');
  return (
    <div className={styles.choices} role="group" aria-label="Filters">
      {mayFindTutors && (
        <TutorChoice
          id={search.tutor}
          lessons={lessons}
          onChange={(tutor) => onSearch({ ...search, view: 'week', tutor })}
        />
      )}
      <ClassChoice
        id={search.class}
        lessons={lessons}
        onChange={(id) => onSearch({ ...search, view: 'week', class: id })}
      />
    </div>
  );
};

type ChoiceProps = {
  id: string | undefined;
  lessons: WeekLessons;
  onChange: (id: string | undefined) => void;
};

const TutorChoice = ({ id, lessons, onChange }: ChoiceProps) => {
  const [term, setTerm] = useState('');
  const found = useQuery(teachersByTerm('Tutor', term));
  const known = lessons.flatMap(({ tutor }) => tutor).find(({ _id }) => _id === id);
  const named = useQuery({ ...teacherById(id ?? ''), enabled: id !== undefined && !known });
  const tutor = known ?? named.data?.data[0];
  return (
    <FoundChoice
      label="Tutor"
      placeholder="All tutors"
      noun="tutors"
      chosen={id === undefined ? null : { _id: id, name: tutor?.name || '–' }}
      found={found}
      describe={({ name, email }) => [name || email, email]}
      onTerm={setTerm}
      onChange={onChange}
    />
  );
};

const ClassChoice = ({ id, lessons, onChange }: ChoiceProps) => {
  const [term, setTerm] = useState('');
  const found = useQuery(classesByName(term));
  const known = lessons.find((lesson) => lesson.class === id)?.class_obj;
  const named = useQuery({ ...classQuery(id ?? ''), enabled: id !== undefined && !known });
  const name = known?.name ?? named.data?.data.name;
  return (
    <FoundChoice
      label="Class"
      placeholder="All classes"
      noun="classes"
      chosen={id === undefined ? null : { _id: id, name: name ?? '–' }}
      found={found}
      describe={(each) => [each.name, each.tutor.map((tutor) => tutor.name).join(', ')]}
      onTerm={setTerm}
      onChange={onChange}
    />
  );
};
