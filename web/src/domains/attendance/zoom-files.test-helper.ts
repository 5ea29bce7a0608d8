/*
 * Participant reports with the headers, sections, quotes and time formats that Zoom's web portal writes. The lesson is on
 * 24 November 2026, 14:00 to 16:00 in Singapore.
 */

/** A webinar's attendee report: a title, facts, and three tables with different columns. */
export const webinarReport = `Attendee Report
Report Generated:,"Nov 24, 2026 05:10 PM"
Topic,Webinar ID,Actual Start Time,Actual Duration (minutes),# Registered,# Cancelled,Unique Viewers,Total Users,Max Concurrent Views,Enable Registration
"P6 Maths, Fractions","843 2210 7765","Nov 24, 2026 01:49 PM","132","4","0","2","4","2","Yes"
Host Details
Attended,"User Name (Original Name)","Email","Join Time","Leave Time","Time in Session (minutes)","Is Guest","Country/Region Name"
Yes,"Room 3","room3@example.net","Nov 24, 2026 01:49:02 PM","Nov 24, 2026 04:01:30 PM","133","No","Singapore"
Panelist Details
Attended,"User Name (Original Name)","Email","Join Time","Leave Time","Time in Session (minutes)","Is Guest","Country/Region Name"
Yes,"Goh Shi Min","shimin.goh@example.net","Nov 24, 2026 01:52:40 PM","Nov 24, 2026 04:01:12 PM","129","No","Singapore"
Attendee Details
Attended,"User Name (Original Name)","First Name","Last Name","Email","Registration Time","Approval Status","Join Time","Leave Time","Time in Session (minutes)","Is Guest","Country/Region Name"
Yes,"Low Kai Wen","Kai Wen","Low","kaiwen@example.com","Nov 20, 2026 09:12:44 AM","approved","Nov 24, 2026 01:58:12 PM","Nov 24, 2026 02:40:05 PM","42","Yes","Singapore"
Yes,"Low Kai Wen","Kai Wen","Low","kaiwen@example.com","Nov 20, 2026 09:12:44 AM","approved","Nov 24, 2026 02:44:31 PM","Nov 24, 2026 04:00:00 PM","76","Yes","Singapore"
No,"Tan Mei","Mei","Tan","mei@example.com","Nov 21, 2026 08:00:00 PM","approved","--","--","--","Yes","--"
Other Attended
User Name,Join Time,Leave Time,Time in Session (minutes),Country/Region Name
"6591234567","Nov 24, 2026 02:01:00 PM","Nov 24, 2026 03:00:00 PM","59","Singapore"
`;

/** A meeting's participant report in the current format, with the block that names topic, ID and host. */
export const meetingReport = `\uFEFFTopic,ID,Host name,Duration (minutes),Start time,End time,Participants
P6 Maths,843 2210 7765,Room 3,132,11/24/2026 01:49:02 PM,11/24/2026 04:01:30 PM,3

Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,Recording disclaimer response,In waiting room
Room 3,room3@example.net,11/24/2026 01:49:02 PM,11/24/2026 04:01:30 PM,133,No,,No
Low Kai Wen (iPad),kaiwen@example.com,11/24/2026 01:57:10 PM,11/24/2026 01:58:12 PM,2,Yes,,Yes
Low Kai Wen (iPad),kaiwen@example.com,11/24/2026 01:58:12 PM,11/24/2026 04:00:00 PM,122,Yes,OK,No
`;

/** The same report resaved by a spreadsheet with semicolons and the day first. */
export const dayFirstReport = `\uFEFFTopic;ID;Host name;Duration (minutes);Start time;End time;Participants\r
P6 Maths, Fractions;843 2210 7765;Room 3;132;24/11/2026 13:49;24/11/2026 16:01;3\r
;;;;;;\r
Name (original name);Email;Join time;Leave time;Duration (minutes);Guest;In waiting room\r
Low Kai Wen;kaiwen@example.com;24/11/2026 13:58:12;24/11/2026 16:00;122;Yes;No\r
`;

/** The webinar report with semicolons; its unquoted times contain commas. */
export const semicolonWebinarReport = webinarReport
  .replace(/^\uFEFF/, '')
  .split('\n')
  .map((line) => line.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ';').replaceAll('"', ''))
  .join('\n');
