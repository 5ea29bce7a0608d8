import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { RecordLink } from '../../../../kit/record/record-link.tsx';
import { formatDay, formatPhone } from '../../../../lib/formats.ts';
import { Fact, FactGroup, Facts } from '../../../../ui/facts.tsx';
import { DayOf } from '../../../../ui/moment.tsx';
import {
  contactWords,
  leadMetaOf,
  leadSourceWords,
  levelWords,
  parentWords,
} from '../../user-words.ts';
import styles from './facts.module.css';

/** School and person of a student. */
export const StudentFacts = ({ user }: { user: User }) => (
  <Facts>
    <Fact label="Level">{levelWords(user.level ?? '')}</Fact>
    <Fact label="School">{user.school}</Fact>
    <Fact label="First language">{user.first_language}</Fact>
    <Fact label="Gender">{user.gender}</Fact>
    <Fact label="Date of birth">{user.date_of_birth && formatDay(user.date_of_birth)}</Fact>
    {user.is_internal && <Fact label="Internal">Not counted for tutor pay</Fact>}
  </Facts>
);

/** A student's parent, for those who may read it (part 1 §2, User detail dialog). */
export const ParentFacts = ({ parent }: { parent: NonNullable<User['parent']> }) => (
  <FactGroup title="Parent">
    <Facts>
      <Fact label="Name">{parentWords(parent)}</Fact>
      <Fact label="Email">{parent.email}</Fact>
      <Fact label="Phone">{formatPhone(parent)}</Fact>
      <Fact label="Contact preference">{contactWords(parent.contact_preference)}</Fact>
    </Facts>
  </FactGroup>
);

/** Where somebody came from, and since when. */
export const OriginFacts = ({ user }: { user: User }) => (
  <Facts>
    <Fact label="Referrer">
      {user.referred_by && (
        <RecordLink
          to="student"
          id={user.referred_by._id}
          name={user.referred_by.name || user.referred_by.email}
        />
      )}
    </Fact>
    <Fact label="Lead source">{user.lead_source && <LeadSource source={user.lead_source} />}</Fact>
    <Fact label="First purchase">
      {user.first_purchased_on && <DayOf at={user.first_purchased_on} />}
    </Fact>
    <Fact label="Registered">
      <DayOf at={user.created} />
    </Fact>
  </Facts>
);

const LeadSource = ({ source }: { source: NonNullable<User['lead_source']> }) => (
  <>
    {leadSourceWords(source)}
    {leadMetaOf(source).map(({ name, text }) => (
      <span key={name} className={styles.meta}>
        {name}: {text}
      </span>
    ))}
  </>
);
