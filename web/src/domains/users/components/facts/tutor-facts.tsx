import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { Fact, FactGroup, Facts } from '../../../../ui/facts.tsx';
import { RichTextView } from '../../../../ui/rich-text/rich-text-view.tsx';
import { Tag } from '../../../../ui/status-chip.tsx';
import { ProfilePicture } from '../profile-picture.tsx';
import styles from './facts.module.css';

/** What a tutor or TA teaches, with what credentials (part 1 §3, Tutor extras). */
export const TutorFacts = ({ user }: { user: User }) => {
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
