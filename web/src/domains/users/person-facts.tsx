import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconMail, IconPhone } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { levelWords } from 'staffroom-contract/shared/levels.ts';
import { RecordLink, RecordLinks } from '../../kit/record/record-link.tsx';
import { formatCount, formatDay, formatPhone } from '../../lib/formats.ts';
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import {
  contactWords,
  genderWords,
  leadMetaOf,
  leadSourceWords,
  parentWords,
} from './user-words.ts';
import styles from './person-facts.module.css';

/** All details of a person, for the panel of the person's page (picture 05); `children` are facts of other domains. */
export const PersonPanel = ({ user, children }: { user: User; children?: ReactNode }) => (
  <Panel label="Details">
    <div className={styles.panel}>
      <VisuallyHidden component="h2">Details</VisuallyHidden>
      <FactGroup>
        <ContactFacts user={user} />
      </FactGroup>
      {children}
      <PersonFacts user={user} />
    </div>
  </Panel>
);

/** Details of a person except name and contact (part 1 §2, User detail dialog). */
export const PersonFacts = ({ user }: { user: User }) => (
  <>
    {user._type === 'Student' && (
      <FactGroup>
        <StudentFacts user={user} />
      </FactGroup>
    )}
    {user.parent && <ParentFacts parent={user.parent} siblings={user.siblings ?? []} />}
    {user.credential && <TutorFacts user={user} />}
    <FactGroup>
      <OriginFacts user={user} />
    </FactGroup>
    {user.meta?.background && (
      <FactGroup title="Student background">
        <RichTextView html={user.meta.background} />
      </FactGroup>
    )}
  </>
);

/** E-mail and phone, each marked as verified or not. */
export const ContactFacts = ({ user }: { user: User }) => (
  <ul className={styles.contacts} aria-label="Contact">
    <li>
      <IconMail size={16} stroke={1.7} aria-label="E-mail:" />
      <span className={styles.contact}>{user.email}</span>
      <VerifiedMark verified={user.e_verified} />
    </li>
    <li>
      <IconPhone size={16} stroke={1.7} aria-label="Phone:" />
      <span className={styles.contact}>{formatPhone(user) || '–'}</span>
      <VerifiedMark verified={user.p_verified} />
    </li>
  </ul>
);

/** A student's school and personal details. */
const StudentFacts = ({ user }: { user: User }) => (
  <Facts>
    <Fact label="Level">{levelWords(user.level ?? '')}</Fact>
    <Fact label="School">{user.school}</Fact>
    <Fact label="First language">{user.first_language}</Fact>
    <Fact label="Gender">{user.gender && genderWords[user.gender]}</Fact>
    <Fact label="Date of birth">{user.date_of_birth && formatDay(user.date_of_birth)}</Fact>
    {user.is_internal && <Fact label="Internal">Not counted for tutor pay</Fact>}
  </Facts>
);

type Parent = NonNullable<User['parent']>;
type Siblings = NonNullable<User['siblings']>;

/** A student's parent and siblings, for users who may read parents (part 1 §2, User detail dialog). */
const ParentFacts = ({ parent, siblings }: { parent: Parent; siblings: Siblings }) => (
  <FactGroup title="Parent">
    <Facts>
      <Fact label="Name">{parentWords(parent)}</Fact>
      <Fact label="E-mail">{parent.email}</Fact>
      <Fact label="Phone">{formatPhone(parent)}</Fact>
      <Fact label="Contact preference">{contactWords(parent.contact_preference)}</Fact>
      {siblings.length > 0 && (
        <Fact label="Siblings">
          <RecordLinks
            to="student"
            records={siblings.map(({ _id, name, email }) => ({ _id, name: name || email }))}
          />
        </Fact>
      )}
    </Facts>
  </FactGroup>
);

/** Referrer, lead source, first purchase and registration date. */
const OriginFacts = ({ user }: { user: User }) => (
  <Facts>
    <Fact label="Referrer">
      {user.referred_by && (
        <>
          <RecordLink
            to="student"
            id={user.referred_by._id}
            name={user.referred_by.name || user.referred_by.email}
          />
          {user.referred_by.name && <span className={styles.meta}>{user.referred_by.email}</span>}
        </>
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

/** A tutor's or TA's subjects and credentials (part 1 §3, Tutor extras). */
const TutorFacts = ({ user }: { user: User }) => {
  const { subject = [], credential } = user;
  const years = credential?.year_of_exp;
  return (
    <>
      <FactGroup>
        {user.profile_pic && <ProfilePicture link={user.profile_pic} name={user.name} />}
        <Facts>
          <Fact label="Subjects">
            {subject.length > 0 && (
              <span className={styles.tags}>
                {subject.map((each) => (
                  <Tag key={each}>{each}</Tag>
                ))}
              </span>
            )}
          </Fact>
          <Fact label="Experience">{typeof years === 'number' && formatCount(years, 'year')}</Fact>
          <Fact label="Credentials">
            {credential && credential.track_record.length > 0 && (
              <ul className={styles.list}>
                {credential.track_record.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            )}
          </Fact>
        </Facts>
      </FactGroup>
      {user.desc && (
        <FactGroup title="Description">
          <RichTextView html={user.desc} />
        </FactGroup>
      )}
    </>
  );
};

/** Whether an e-mail address or phone number is verified. */
export const VerifiedMark = ({ verified }: { verified: boolean }) => {
  const Icon = verified ? IconCircleCheckFilled : IconCircleDashed;
  return (
    <span className={styles.mark} data-verified={verified || undefined}>
      <Icon size={15} stroke={1.7} aria-hidden="true" />
      {verified ? 'Verified' : 'Not verified'}
    </span>
  );
};

/** A tutor's picture; shows a message if the link has no picture. */
export const ProfilePicture = ({ link, name }: { link: string; name: string }) => {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === link)
    return <p className={styles.broken}>No picture can be read from this link.</p>;
  return (
    <img
      className={styles.picture}
      src={link}
      alt={name ? `Picture of ${name}` : 'Profile picture'}
      referrerPolicy="no-referrer"
      onError={() => setBroken(link)}
    />
  );
};
