import { hash } from '@node-rs/argon2';
import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import { partnerLeadSource } from './data/lead-sources.ts';
import type { Row } from './insert-rows.ts';
import { descriptionOf, teaches } from './staff.ts';
import { days, iso } from './demo-time.ts';
import { createIds, type Random } from './random.ts';

export const demoPassword = 'Staffroom2026';

/** The demo sign-ins, one of each role; student and ta are there to be refused. */
export const demoSignIns: readonly { role: string; type: UserType; name: string }[] = [
  { role: 'admin', type: 'Admin', name: 'Nadia Tan' },
  { role: 'dataadmin', type: 'DataAdmin', name: 'Gerald Ong' },
  { role: 'salesadmin', type: 'SalesAdmin', name: 'Shirley Koh' },
  { role: 'partner', type: 'Partner', name: 'Lawrence Lau' },
  { role: 'agent', type: 'Agent', name: 'Amelia Wong' },
  { role: 'custservice', type: 'CustService', name: 'Rina Salleh' },
  { role: 'typist', type: 'Typist', name: 'Teo Hock Seng' },
  { role: 'tutor', type: 'Tutor', name: 'Daniel Chua' },
  { role: 'student', type: 'Student', name: 'Estelle Lim' },
  { role: 'ta', type: 'TA', name: 'Faith Goh' },
];

export const demoEmail = (role: string) => `${role}@staffroom.example`;

export type SignInRow = Row & { id: string; type: UserType; name: string; email: string };

/** Rows of the demo sign-ins. The agent works tickets and sees `orderAgents`' orders; the partner its programme's. */
export const signInRows = async (
  random: Random,
  today: number,
  orderAgents: readonly string[],
): Promise<SignInRow[]> => {
  const newId = createIds(random);
  const passwordHash = await hash(demoPassword);
  return demoSignIns.map(({ role, type, name }, index) => {
    const created = today - days(900) + index * 60_000;
    const id = newId(created);
    return {
      id,
      type,
      email: demoEmail(role),
      name,
      phone_country_code: '65',
      phone: `8${random.digits(7)}`,
      email_verified: true,
      phone_verified: true,
      password_hash: passwordHash,
      sees_order_id: role === 'admin',
      // The company's own test pupil is left out of the tutors' pay.
      is_internal: role === 'student',
      order_agents: role === 'agent' ? [...orderAgents] : [],
      // Works tickets (decisions: Roles).
      extra_routes: role === 'agent' ? ['/tickets/trial', '/tickets/renewal'] : [],
      lead_source_scope: role === 'partner' ? partnerLeadSource : null,
      subjects: role === 'tutor' ? ['Mathematics', 'A Maths', 'E Maths', 'Science'] : [],
      years_of_experience: role === 'tutor' ? 9 : null,
      track_record: role === 'tutor' ? ['B.Sc. (Hons) Mathematics, NUS', 'PGDE, NIE'] : [],
      description: role === 'tutor' ? descriptionOf(name, index) : '',
      profile_pic: null,
      referral_code: type === 'Student' || teaches(type) ? id.slice(-12) : null,
      created: iso(created),
      updated: iso(created),
    };
  });
};
