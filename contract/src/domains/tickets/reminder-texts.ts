/** The reminders to copy, by kind of ticket and occasion: T for a trial, R for a renewal. */
export const reminderIds = ['T1', 'T2', 'T3', 'T4', 'T5', 'R1', 'R2', 'R3', 'R4', 'R5'] as const;
export type ReminderId = (typeof reminderIds)[number];

export const reminderLanguages = ['en', 'zh'] as const;
export type ReminderLanguage = (typeof reminderLanguages)[number];

/**
 * The texts of the reminders in English and Simplified Chinese. Placeholders are student_name, class_name,
 * lesson_date, lesson_time and link; "Singapore time" in brackets is replaced by the reader's zone.
 */
export const reminderTexts: Record<ReminderId, Record<ReminderLanguage, string>> = {
  T1: {
    en: `Hi! This is a friendly reminder that {student_name} has a trial class tomorrow.

Class: {class_name}
Date: {lesson_date}
Time: {lesson_time} (Singapore time)
Join here: {link}

Please log in 10 minutes early to test the sound and camera, and have paper and a pen ready. The link is for {student_name} only, so kindly do not share it. If the timing no longer works, reply here and we will find another slot.`,
    zh: `您好！温馨提醒：{student_name} 明天有一节试听课。

课程：{class_name}
日期：{lesson_date}
时间：{lesson_time}（新加坡时间）
上课链接：{link}

请提前10分钟进入教室测试声音和摄像头，并准备好纸和笔。此链接仅供 {student_name} 本人使用，请勿转发。如果时间不方便，请直接回复，我们会帮您另约时间。`,
  },
  T2: {
    en: `Reminder: {student_name}'s trial class {class_name} is today, {lesson_date} at {lesson_time}. Join: {link}`,
    zh: `提醒：{student_name} 今天{lesson_time}有试听课《{class_name}》。进入教室：{link}`,
  },
  T3: {
    en: `Hi! Thank you for joining us on {lesson_date}. We hope {student_name} enjoyed {class_name}. The tutor's comments are ready and I would be glad to go through them with you. To keep the seat for the next lesson at {lesson_time}, you can sign up here: {link}. Any questions about the level or the pace? Just reply to this message.`,
    zh: `您好！感谢 {student_name} 参加 {lesson_date} 的试听课，希望孩子喜欢《{class_name}》。老师的课堂评语已经准备好，我可以为您说明。若想保留下一节课（{lesson_time}）的位子，可以在这里报名：{link}。如对程度或进度有疑问，欢迎随时回复。`,
  },
  T4: {
    en: `Hi! We missed {student_name} at the {class_name} trial on {lesson_date}. No worries, things come up. You can pick a new date here: {link}. The next lesson starts at {lesson_time}. Shall I book it for you?`,
    zh: `您好！{lesson_date} 的《{class_name}》试听课我们没有见到 {student_name}，没关系，欢迎改期。请在这里选择新的日期：{link}。下一节课于{lesson_time}开始，需要我帮您预约吗？`,
  },
  T5: {
    en: `Hi! The seat for {student_name} in {class_name} is being held until {lesson_date}, {lesson_time}. Payment by card or PayNow can be made here: {link}. If you have already paid by bank transfer, please send us the reference number so that we can confirm the lessons.`,
    zh: `您好！我们为 {student_name} 保留《{class_name}》的位子至 {lesson_date} {lesson_time}。可通过信用卡或 PayNow 付款：{link}。如果您已经银行转账，请把交易编号发给我们，以便确认课程。`,
  },
  R1: {
    en: `Hi! {student_name}'s current package for {class_name} ends with the lesson on {lesson_date} at {lesson_time}. To keep the same class and tutor next month, please renew here: {link}. If you would like to change the day or the level, tell us this week and we will check what is open.`,
    zh: `您好！{student_name} 的《{class_name}》课程将于 {lesson_date} {lesson_time} 上完最后一节。若想继续原来的班级和老师，请在这里续费：{link}。如需调整上课时间或程度，请在本周内告诉我们，我们会为您查看名额。`,
  },
  R2: {
    en: `Hi! A quick reminder that {student_name}'s last paid lesson for {class_name} is on {lesson_date}, {lesson_time}. Seats are given out after that date, so please renew here if you wish to stay: {link}. Thank you for learning with us!`,
    zh: `您好！提醒您：{student_name} 的《{class_name}》最后一节已付费课程在 {lesson_date} {lesson_time}。之后名额会开放给其他同学，如想继续，请在这里续费：{link}。感谢您的支持！`,
  },
  R3: {
    en: `{student_name}'s {class_name} package ends today, {lesson_date} {lesson_time}. Renew to keep the seat: {link}`,
    zh: `{student_name} 的《{class_name}》课程今天到期。续费请点击：{link}`,
  },
  R4: {
    en: `Hi! We have missed {student_name} in {class_name} since {lesson_date}. If you are taking a break, that is fine; let us know and we will stop the reminders. If you would like to return, the class still meets at {lesson_time} and you can rejoin here: {link}.`,
    zh: `您好！自 {lesson_date} 之后，我们没有在《{class_name}》见到 {student_name}。如果想先休息一段时间，告诉我们即可，我们不会再提醒。如果想回来上课，班级时间仍是{lesson_time}，可在这里重新报名：{link}。`,
  },
  R5: {
    en: `Thank you! {student_name} is confirmed for {class_name}. The next lesson is on {lesson_date} at {lesson_time}. Class link: {link}`,
    zh: `谢谢您！{student_name} 已续报《{class_name}》。下一节课：{lesson_date} {lesson_time}。上课链接：{link}`,
  },
};
