import { can, isScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  salutes,
  type ContactPreference,
  type User,
} from 'staffroom-contract/domains/users/user.schema.ts';
import { canUpdateUser, fieldsOfType } from 'staffroom-contract/domains/users/users.rules.ts';
import type { Actor } from '../../platform/context.ts';
import type { FactorRow } from '../identity/second-factor.queries.ts';
import type { passwordLinks } from '../identity/identity.schema.ts';
import type { UserRow } from './user-record.queries.ts';
import { mayReadAccount, mayReadParent } from './users.policy.ts';

/** A row with the related data of its record from other tables. */
export type UserDetails = {
  user: UserRow;
  /** The agents of `order_agents`. */
  orderAgents: readonly { id: string; name: string }[];
  /** The user who referred the person, and whether the reader may see who it is. */
  referrer: { id: string; name: string; email: string } | null;
  namesReferrer: boolean;
  /** Remaining credit; only for students. */
  credit: number | undefined;
  /** The end of the lock after failed sign-ins. */
  lockedUntil: Date | null;
  /** The invitation that still works. */
  invitation: typeof passwordLinks.$inferSelect | undefined;
  /** The second factor, which may be off. */
  secondFactor: FactorRow | undefined;
  /** Students of the same parent whom the reader may see. */
  siblings: readonly { id: string; name: string; email: string }[];
};

/** Presents a person's record as the actor may read it, with the actor's abilities. */
export const presentUser = (details: UserDetails, actor: Actor): User => {
  const { account, parent, ...record } = presentRecord(details);
  const { user } = details;
  return {
    ...record,
    referred_by: details.namesReferrer ? record.referred_by : null,
    first_purchased_on: user.firstPurchasedAt?.toISOString() ?? null,
    ...(parent && mayReadParent(actor) ? { parent, siblings: details.siblings.map(named) } : {}),
    ...(account && mayReadAccount(actor)
      ? {
          account,
          sign_in_locked_until: details.lockedUntil?.toISOString() ?? null,
          has_password: user.passwordHash !== null,
          has_second_factor: (details.secondFactor?.confirmedAt ?? null) !== null,
          invitation: presentInvitation(details.invitation, user),
        }
      : {}),
    ...(details.credit === undefined ? {} : { credit: details.credit }),
    abilities: {
      update: canUpdateUser(actor, user),
      manage_credit: user.type === 'Student' && can(actor, 'user.canManageCredit'),
    },
  };
};

/** Presents the whole record for the audit trail (ADR 11). Never contains the password or its hash. */
export const presentRecord = (
  details: Pick<UserDetails, 'user' | 'orderAgents' | 'referrer'>,
): Omit<
  User,
  | 'abilities'
  | 'credit'
  | 'first_purchased_on'
  | 'siblings'
  | 'sign_in_locked_until'
  | 'has_password'
  | 'has_second_factor'
  | 'invitation'
> => {
  const { user, referrer } = details;
  return {
    _id: user.id,
    _type: user.type,
    email: user.email,
    name: user.name,
    phone_country_code: user.phoneCountryCode,
    phone: user.phone,
    enabled: user.enabled,
    e_verified: user.emailVerified,
    p_verified: user.phoneVerified,
    referral_code: user.referralCode,
    created: user.created.toISOString(),
    updated: user.updated.toISOString(),
    version: user.version,
    referred_by: referrer && named(referrer),
    lead_source: presentLeadSource(user),
    ...(user.type === 'Student' ? presentStudent(user) : {}),
    ...(user.type === 'Tutor' || user.type === 'TA' ? presentTutor(user) : {}),
    ...(fieldsOfType(user.type).includes('account') ? presentAccount(details) : {}),
  };
};

const presentInvitation = (link: UserDetails['invitation'], { email }: UserRow) =>
  link
    ? {
        sent_to: email,
        sent_on: link.sentAt?.toISOString() ?? null,
        expires_on: link.expiresAt.toISOString(),
        error: link.error,
      }
    : null;

const named = ({ id, name, email }: { id: string; name: string; email: string }) => ({
  _id: id,
  name,
  email,
});

const presentLeadSource = (user: UserRow): User['lead_source'] =>
  user.leadSource === null && user.leadMedium === null && user.leadCampaign === null
    ? null
    : {
        source: user.leadSource ?? '',
        medium: user.leadMedium ?? '',
        campaign: user.leadCampaign ?? '',
        meta: user.leadMeta,
      };

const presentStudent = (user: UserRow) => ({
  gender: user.gender,
  date_of_birth: user.dateOfBirth,
  level: user.level ?? '',
  school: user.school ?? '',
  first_language: user.firstLanguage ?? '',
  is_internal: user.isInternal,
  meta: { background: user.background },
  parent: {
    salute: salutes.find((salute) => salute === user.parentSalute) ?? null,
    name: user.parentName ?? '',
    email: user.parentEmail ?? '',
    phone_country_code: user.parentPhoneCountryCode ?? '',
    phone: user.parentPhone ?? '',
    contact_preference: presentPreference(user.contactPreference),
  },
});

/** Returns exactly one preference, or an empty one; values of the other two are left out. */
export const presentPreference = (kept: Record<string, unknown>): ContactPreference => {
  if (kept['whatsapp'] === true) return { whatsapp: true };
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  if (kept['wechat'] === true) return { wechat: true, wechat_id: text(kept['wechat_id']) };
  return text(kept['other']) === '' ? {} : { other: text(kept['other']) };
};

const presentTutor = (user: UserRow) => ({
  profile_pic: user.profilePic ?? '',
  desc: user.description,
  subject: user.subjects,
  credential: { year_of_exp: user.yearsOfExperience, track_record: user.trackRecord },
});

const presentAccount = ({ user, orderAgents }: Pick<UserDetails, 'user' | 'orderAgents'>) => ({
  account: {
    acts_as: user.actsAs,
    extra_routes: user.extraRoutes.filter(isScreenRoute),
    sees_order_id: user.seesOrderId,
    order_agents: orderAgents.map(({ id, name }) => ({ _id: id, name })),
    lead_source_scope: user.leadSourceScope,
  },
});
