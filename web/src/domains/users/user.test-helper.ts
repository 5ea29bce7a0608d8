import type { User } from 'staffroom-contract/domains/users/user.schema.ts';

const person: User = {
  _id: '01987a55-0000-7000-8000-000000000001',
  _type: 'Student',
  email: 'siying.chua@example.com',
  name: 'Chua Si Ying',
  phone_country_code: '65',
  phone: '80004571',
  enabled: true,
  e_verified: true,
  p_verified: false,
  referral_code: 'CHUA88',
  created: '2025-11-03T02:00:00Z',
  updated: '2026-03-21T02:00:00Z',
  version: 7,
  referred_by: null,
  lead_source: null,
  first_purchased_on: null,
  abilities: { update: true, manage_credit: true },
};

/** A student's record as the API returns it. */
export const aStudentRecord = (values: Partial<User> = {}): User => ({
  ...person,
  credit: 7,
  gender: 'f',
  date_of_birth: '2011-06-02',
  level: 'secondary-3',
  school: 'Anderson Secondary School',
  first_language: 'English',
  is_internal: false,
  meta: { background: '<p>Strong in algebra.</p>' },
  parent: {
    salute: 'Mr',
    name: 'Chua Kian Meng',
    email: 'kianmeng.chua@example.com',
    phone_country_code: '65',
    phone: '80001190',
    contact_preference: { whatsapp: true },
  },
  ...values,
});

/** A tutor's record as the API returns it to an Admin. */
export const aTutorRecord = (values: Partial<User> = {}): User => ({
  ...person,
  _type: 'Tutor',
  email: 'shimin.goh@example.com',
  name: 'Goh Shi Min',
  profile_pic: 'https://pictures.example/goh.jpg',
  desc: '<p>Teaches with games.</p>',
  subject: ['A Maths', 'E Maths'],
  credential: { year_of_exp: 8, track_record: ['BSc Mathematics', 'NIE PGDE'] },
  account: {
    acts_as: null,
    extra_routes: [],
    sees_order_id: false,
    order_agents: [],
    lead_source_scope: null,
  },
  ...values,
});
