/** Messages of a tutoring company to families about a lesson. */
export const announcementTexts = [
  {
    subject: 'Please bring the worksheet to the next lesson',
    content:
      '<p>Dear parents,</p><p>for the next lesson your child needs <strong>worksheet 4</strong>, printed, and a ruler.</p><p>Questions two to six are homework.</p>',
    sms: 'Staffroom: please print worksheet 4 for the next lesson. Questions 2 to 6 are homework.',
    button: 'Open the worksheet',
  },
  {
    subject: 'The recording of the lesson is ready',
    content:
      '<p>Dear parents,</p><p>the recording and the slides of the lesson are in the classroom now.</p><ul><li><p>Slides</p></li><li><p>Recording, until the end of term</p></li></ul>',
    sms: 'Staffroom: the recording of the lesson is ready in the classroom.',
    button: 'Open the lesson',
  },
  {
    subject: 'The lesson begins 15 minutes earlier',
    content:
      '<p>Dear parents,</p><p>because of the school concert the lesson begins <strong>15 minutes earlier</strong> than usual (Singapore time). It ends as planned.</p>',
    sms: 'Staffroom: the next lesson begins 15 minutes earlier (Singapore time). Same link.',
    button: '',
  },
  {
    subject: 'Mock paper next week',
    content:
      '<p>Dear parents,</p><p>next week we write a mock paper of 45 minutes. A quiet room and a calculator help.</p>',
    sms: 'Staffroom: mock paper next week, 45 minutes. 下周有模拟考试，请准备计算器。',
    button: '',
  },
];
