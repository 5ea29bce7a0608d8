import { ActionIcon, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCopy,
  IconMail,
  IconPhone,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { levelWords } from 'staffroom-contract/shared/levels.ts';
import { RecordLink, RecordLinks } from '../../kit/record/record-link.tsx';
import { formatCount, formatDay, formatPhone } from '../../lib/formats.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { Tags } from '../../ui/status-chip.tsx';
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
  <DetailsPanel>
    <FactGroup>
      <ContactFacts user={user} />
    </FactGroup>
    {children}
    <PersonFacts user={user} />
  </DetailsPanel>
);

const DetailsPanel = ({ children }: { children: ReactNode }) => (
  <Panel label="Details">
    <div className={styles.panel}>
      <VisuallyHidden component="h2">Details</VisuallyHidden>
      {children}
    </div>
  </Panel>
);

type TeacherProps = {
  user: User;
  /** Levels of the classes by subject. */
  levels: ReadonlyMap<string, readonly string[]>;
};

/** Subjects, contact and experience of a tutor or TA, beside the week (picture 24c). */
export const TeacherPanel = ({ user, levels }: TeacherProps) => {
  const subjects = [...new Set([...(user.subject ?? []), ...levels.keys()])];
  const { year_of_exp: years, track_record: record = [] } = user.credential ?? {};
  return (
    <DetailsPanel>
      <FactGroup title="Teaches">
        {levels.size === 0 ? (
          subjects.length > 0 ? (
            <Tags words={subjects} />
          ) : (
            <p>No subjects yet</p>
          )
        ) : (
          <Facts>
            {subjects.map((subject) => (
              <Fact key={subject} label={subject}>
                {levels.has(subject) && <Tags words={levels.get(subject) ?? []} />}
              </Fact>
            ))}
          </Facts>
        )}
      </FactGroup>
      <FactGroup title="Contact">
        <ContactFacts user={user} />
      </FactGroup>
      <FactGroup title="Experience">
        {user.profile_pic && <ProfilePicture link={user.profile_pic} name={user.name} />}
        <Stack gap="xs" c="secondary">
          <Text variant="strong" c="bright">
            {typeof years === 'number' ? formatCount(years, 'year') : 'Years not recorded'}
          </Text>
          {record.length > 0 && (
            <ul>
              {record.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          )}
          {user.desc && <RichTextView html={user.desc} />}
        </Stack>
      </FactGroup>
      <FactGroup>
        <OriginFacts user={user} />
      </FactGroup>
    </DetailsPanel>
  );
};

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

/** E-mail and phone with a copy button, each marked as verified or not. */
export const ContactFacts = ({ user }: { user: User }) => (
  <Stack component="ul" gap="xs" aria-label="Contact">
    <Contact label="E-mail" icon={IconMail} text={user.email} verified={user.e_verified} />
    <Contact label="Phone" icon={IconPhone} text={formatPhone(user)} verified={user.p_verified} />
  </Stack>
);

type ContactProps = { label: string; icon: typeof IconMail; text: string; verified: boolean };

const Contact = ({ label, icon: Icon, text, verified }: ContactProps) => (
  <Group component="li" mih={24}>
    <Icon className={styles.icon} size={16} stroke={1.7} aria-label={`${label}:`} />
    <Group flex={1} miw={0} gap={0} wrap="wrap">
      <Text span inherit c="bright" pr="sm" style={{ overflowWrap: 'anywhere' }}>
        {text || '–'}
      </Text>
      <VerifiedMark verified={verified} isShort />
    </Group>
    {text && (
      <ActionIcon
        size={24}
        aria-label={`Copy ${label.toLowerCase()}`}
        onClick={() => void copyText(label, text)}
      >
        <IconCopy size={15} stroke={1.7} />
      </ActionIcon>
    )}
  </Group>
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
      <Fact label="E-mail">
        <Email address={parent.email} />
      </Fact>
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

/** Breaks before the domain, where it must break. */
const Email = ({ address }: { address: string }) => {
  const [, name, domain] = /^(.+)(@.+)$/.exec(address) ?? [];
  if (name === undefined) return address;
  return (
    <>
      {name}
      <wbr />
      {domain}
    </>
  );
};

/** Referrer, lead source, first purchase and registration date; only a student's are shown if empty. */
const OriginFacts = ({ user }: { user: User }) => {
  const shows = (value: unknown) => user._type === 'Student' || Boolean(value);
  return (
    <Facts>
      {shows(user.referred_by) && (
        <Fact label="Referrer">
          {user.referred_by && (
            <>
              <RecordLink
                to="student"
                id={user.referred_by._id}
                name={user.referred_by.name || user.referred_by.email}
              />
              {user.referred_by.name && (
                <Text variant="meta" c="secondary">
                  {user.referred_by.email}
                </Text>
              )}
            </>
          )}
        </Fact>
      )}
      {shows(user.lead_source) && (
        <Fact label="Lead source">
          {user.lead_source && <LeadSource source={user.lead_source} />}
        </Fact>
      )}
      {shows(user.first_purchased_on) && (
        <Fact label="First purchase">
          {user.first_purchased_on && <DayOf at={user.first_purchased_on} />}
        </Fact>
      )}
      <Fact label="Registered">
        <DayOf at={user.created} />
      </Fact>
    </Facts>
  );
};

const LeadSource = ({ source }: { source: NonNullable<User['lead_source']> }) => (
  <>
    {leadSourceWords(source)}
    {leadMetaOf(source).map(({ name, text }) => (
      <Text key={name} component="p" variant="meta" c="secondary">
        {name}: {text}
      </Text>
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
          <Fact label="Subjects">{subject.length > 0 && <Tags words={subject} />}</Fact>
          <Fact label="Experience">{typeof years === 'number' && formatCount(years, 'year')}</Fact>
          <Fact label="Credentials">
            {credential && credential.track_record.length > 0 && (
              <ul>
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

/** Whether an e-mail address or phone number is verified; in short only "Not verified" is in words. */
export const VerifiedMark = ({ verified, isShort }: { verified: boolean; isShort?: boolean }) => {
  const Icon = verified ? IconCircleCheckFilled : IconCircleDashed;
  const words = verified ? 'Verified' : 'Not verified';
  return (
    <Group
      component="span"
      display="inline-flex"
      gap="xs"
      c={verified ? 'positive' : 'dimmed'}
      variant="meta"
      title={words}
    >
      <Icon size={15} stroke={1.7} aria-hidden="true" />
      {isShort && verified ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </Group>
  );
};

/** A tutor's picture; shows a message if the link has no picture. */
export const ProfilePicture = ({ link, name }: { link: string; name: string }) => {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === link)
    return (
      <Text variant="meta" c="warning">
        No picture can be read from this link.
      </Text>
    );
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
