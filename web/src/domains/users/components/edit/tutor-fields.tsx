import { NumberInput, TextInput } from '@mantine/core';
import { useCan } from '../../../../lib/use-can.ts';
import { ImageUploadButton } from '../../../../ui/rich-text/image-upload-button.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { imageLinkProblem } from '@staffroom/contract/domains/users/users.rules.ts';
import { ProfilePicture } from '../profile-picture.tsx';
import { AccountFields } from '../staff/account-fields.tsx';
import type { TutorProblems, TutorType, TutorValues } from './tutor.ts';
import formGrid from '../../../../ui/form-grid.module.css';
import styles from './user-form.module.css';

type Props = {
  type: TutorType;
  values: TutorValues;
  set: (changes: Partial<TutorValues>) => void;
  problems: TutorProblems;
};

/** What only a tutor's or TA's form has (part 1 §2, User edit/create); the account is an Admin's to set. */
export const TutorFields = ({ type, values, set, problems }: Props) => {
  const setsAccount = useCan('staff.canManage') && type === 'Tutor';
  return (
    <>
      <section>
        <h3 className={formGrid.heading}>{type}</h3>
        <div className={formGrid.grid}>
          <PictureField {...{ values, set, problems }} />
          <TextInput
            className={formGrid.half ?? ''}
            label="Subjects"
            description="Separated by commas"
            autoComplete="off"
            value={values.subjects}
            onChange={(event) => set({ subjects: event.currentTarget.value })}
            error={problems.subject}
          />
          <NumberInput
            className={formGrid.half ?? ''}
            label="Years of experience"
            min={0}
            max={80}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            value={values.years}
            onChange={(years) => set({ years })}
            error={problems['credential.year_of_exp']}
          />
          <TextInput
            className={formGrid.whole ?? ''}
            label="Credentials"
            description="Separated by commas"
            autoComplete="off"
            value={values.credentials}
            onChange={(event) => set({ credentials: event.currentTarget.value })}
            error={problems['credential.track_record']}
          />
        </div>
      </section>
      <RichTextEditor
        label="Description"
        value={values.desc}
        onChange={(desc) => set({ desc })}
        error={problems.desc}
      />
      {setsAccount && (
        <section>
          <h3 className={formGrid.heading}>Account</h3>
          <AccountFields type={type} values={values} set={set} problems={problems} />
        </section>
      )}
    </>
  );
};

const PictureField = ({ values, set, problems }: Omit<Props, 'type'>) => {
  const link = values.profile_pic.trim();
  const shows = link !== '' && imageLinkProblem(link) === undefined;
  return (
    <div className={`${formGrid.whole} ${styles.picture}`}>
      <TextInput
        className={styles.pictureLink ?? ''}
        label="Profile picture link"
        description="Upload the image first, then paste the HTTPS link."
        autoComplete="off"
        value={values.profile_pic}
        onChange={(event) => set({ profile_pic: event.currentTarget.value })}
        error={problems.profile_pic}
      />
      <div className={styles.upload}>
        <ImageUploadButton onUploaded={(url) => set({ profile_pic: url })} />
      </div>
      {shows && <ProfilePicture link={link} name={values.name} />}
    </div>
  );
};
