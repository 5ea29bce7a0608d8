import type { LeadSource } from './lead-sources.ts';

/** Formatted texts as the editor writes them; `{name}` is the person's name. */
export const backgrounds = [
  '<p>Strong in <strong>algebra</strong>, loses marks in problem sums.</p>',
  '<p>Scored 58 in the last WA. Aims for <strong>AL3</strong>.</p><ul><li><p>Weak in fractions and ratio</p></li><li><p>Needs time to warm up, quiet in class</p></li></ul>',
  '<p>Moved from a one-to-one tutor because of the timing. Parent wants <em>weekly feedback</em>.</p>',
  '<p>CCA on Wed and Fri until 6 pm, prefers weekend lessons.</p>',
  '<p>Sat for the trial with an elder sister. Comfortable with speaking up.</p>',
  '<p style="text-align: left">Mild dyslexia, <span style="color: #c92a2a">please share notes before the lesson</span>.</p>',
  '<p>Overseas until April, joins by video.</p>',
] as const;

export const descriptions = [
  '<p>{name} turns exam questions into small steps that pupils can repeat on their own.</p><ul><li><p>Live lessons with a short quiz at the end</p></li><li><p>Marks homework within three days</p></li></ul>',
  '<p><strong>{name}</strong> has prepared pupils for national exams and still writes a new mock paper each term.</p>',
  '<p>Patient with beginners, strict with presentation. {name} answers questions in the class chat every evening.</p>',
  '<p>Pupils know {name} for <em>stories that make a formula stick</em>.</p>',
] as const;

/** Other channels that parents ask for. */
export const otherChannels = ['Telegram', 'Phone call', 'E-mail', 'LINE'] as const;

export const landingPages: Partial<Record<LeadSource, readonly string[]>> = {
  FB: ['/free-trial', '/psle-maths'],
  Google: ['/online-tuition', '/a-maths', '/p5-english'],
  Wechat: ['/zh/trial'],
};
