// What is said on Friday 6 March 2026, 18:30 in New York, month first, weeks from Sunday, and what it means (as brief.ts writes it).

export const newyork = `
today => 2026-03-06
tomorrow => 2026-03-07
Saturday => 2026-03-07
Friday => 2026-03-06 | 2026-03-13
this Friday => 2026-03-06
next Friday => 2026-03-13
next Monday => 2026-03-09
next Thursday => 2026-03-12
last Friday => 2026-02-27 past
last Monday => 2026-03-02 past | 2026-02-23 past
last Wednesday => 2026-03-04 past | 2026-02-25 past
this Wednesday => 2026-03-11 | 2026-03-04 past
Sunday 2:30am => 2026-03-08T01:30 | 2026-03-08T03:30
Sunday 1:30am => 2026-03-08T01:30
Sunday 3:30am => 2026-03-08T03:30
2026-03-08 02:15 => 2026-03-08T01:15 | 2026-03-08T03:15
Nov 1 2026 1:30am => 2026-11-01T01:30-04:00 | 2026-11-01T01:30-05:00
Nov 1 2026 1:30am EDT => 2026-11-01T01:30-04:00
Nov 1 2026 1:30am EST => 2026-11-01T01:30-05:00
5/6/2026 => 2026-05-06 *
5/6/26 => 2026-05-06 *
12/25 => 2026-12-25
25/12 => 2026-12-25
3/8 at 10am => 2026-03-08T10:00 *
11/20/2026 3pm => 2026-11-20T15:00
11-20-2026 => 2026-11-20
March 7 => 2026-03-07
Mar 7th, 2026 => 2026-03-07
6 March => 2026-03-06
March 1 => 2027-03-01 | 2026-03-01 past
Feb 29 => 2028-02-29
July 4 => 2026-07-04
July 4 at noon => 2026-07-04T12:00
9am => 2026-03-07T09:00 *
6pm => 2026-03-07T18:00 *
7pm => 2026-03-06T19:00
6:30pm => 2026-03-07T18:30 *
6:31pm => 2026-03-06T18:31
at 5 => 2026-03-07T17:00 *
at 8 => 2026-03-07T08:00 * | 2026-03-06T20:00
tomorrow at 11 => 2026-03-07T11:00
tomorrow at 9:15 => 2026-03-07T09:15
in 2 days => 2026-03-08
in 48 hours => 2026-03-08T19:30
in 36 hours => 2026-03-08T07:30
a week from today => 2026-03-13
in a fortnight => 2026-03-20
in 3 months => 2026-06-06
in a year => 2027-03-06
90 minutes ago => 2026-03-06T17:00 past
a couple of days ago => 2026-03-04 past
in a couple of hours => 2026-03-06T20:30
5 minutes ago => 2026-03-06T18:25 past
day before yesterday => 2026-03-04 past
this weekend => ~2026-03-07/2026-03-09
next weekend => ~2026-03-07/2026-03-09 | ~2026-03-14/2026-03-16
next week => ~2026-03-08/2026-03-15
Sunday next week => 2026-03-08 | 2026-03-15
this week => ~2026-03-01/2026-03-08
last quarter => ~2025-10-01/2026-01-01 past
this quarter => ~2026-01-01/2026-04-01
Q2 => ~2026-04-01/2026-07-01
q1 => ~2026-01-01/2026-04-01
end of year => 2026-12-31
end of week => 2026-03-06 *
end of June => 2026-06-30
start of next month => 2026-04-01
beginning of next week => 2026-03-08
8am-noon => 2026-03-07T08:00/2026-03-07T12:00 *
8am to noon tomorrow => 2026-03-07T08:00/2026-03-07T12:00
11pm-1am => 2026-03-06T23:00/2026-03-07T01:00
tomorrow 9-11 => 2026-03-07T09:00/2026-03-07T11:00
tomorrow 9:30 - 11:00 => 2026-03-07T09:30/2026-03-07T11:00
Mar 10, 2-3:30pm => 2026-03-10T14:00/2026-03-10T15:30
between 1pm and 2pm tomorrow => 2026-03-07T13:00/2026-03-07T14:00
Tuesday from 10 to 11 => 2026-03-10T10:00/2026-03-10T11:00
10-12 April => ~2026-04-10/2026-04-13
April 10-12 => ~2026-04-10/2026-04-13
from March 10 until March 12 => ~2026-03-10/2026-03-13
for 2 hours => PT2H
45 min => PT45M
an hour and a half => PT1H30M
1.5 hours => PT1H30M
2h 15m => PT2H15M
half an hour => PT30M
3 days => P3D
every weekday at 8:30am => 2026-03-09T08:30 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
every Sunday at 9am => 2026-03-08T09:00 FREQ=WEEKLY;BYDAY=SU
every 2 weeks on Monday at 10am => 2026-03-09T10:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU
every other Friday => 2026-03-06 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;WKST=SU
every second Friday of the month => 2026-03-13 FREQ=MONTHLY;BYDAY=2FR
second Tuesday of each month at 7pm => 2026-03-10T19:00 FREQ=MONTHLY;BYDAY=2TU
the last day of every month => 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=-1
every month on the last day => 2026-03-31 FREQ=MONTHLY;BYMONTHDAY=-1
every 15th => 2026-03-15 FREQ=MONTHLY;BYMONTHDAY=15
each year on July 4 => 2026-07-04 FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4
annually on March 14 => 2026-03-14 FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=14
every weekend => 2026-03-07 FREQ=WEEKLY;BYDAY=SA,SU
every evening => 2026-03-07T17:00 FREQ=DAILY *
every day at noon => 2026-03-07T12:00 FREQ=DAILY
every night at 10pm => 2026-03-06T22:00 FREQ=DAILY
every Thursday 6-7pm until June => 2026-03-12T18:00/2026-03-12T19:00 FREQ=WEEKLY;BYDAY=TH;UNTIL=20260701T035959Z *
weekly on Wednesday at 4pm, 5 times => 2026-03-11T16:00 FREQ=WEEKLY;BYDAY=WE;COUNT=5
every 4 hours => 2026-03-06T22:30 FREQ=HOURLY;INTERVAL=4
every Tuesday and Thursday from 6pm to 7pm => 2026-03-10T18:00/2026-03-10T19:00 FREQ=WEEKLY;BYDAY=TU,TH
every month => 2026-03-06 FREQ=MONTHLY
3pm Eastern time => 2026-03-07T15:00 *
3pm PT => 2026-03-07T15:00-08:00[America/Los_Angeles] *
noon London time tomorrow => 2026-03-07T12:00+00:00[Europe/London] *
tomorrow 9am Tokyo time => 2026-03-07T09:00+09:00[Asia/Tokyo] * | 2026-03-08T09:00+09:00[Asia/Tokyo] *
10:00 UTC => 2026-03-07T10:00+00:00[UTC] *
3pm GMT+2 => 2026-03-07T15:00+02:00[+02:00] *
8am in Europe/Berlin => 2026-03-07T08:00+01:00[Europe/Berlin] *
by tomorrow => by 2026-03-07
by 5pm Monday => by 2026-03-09T17:00
before Monday => before 2026-03-09
until 9pm => until 2026-03-06T21:00
after Tuesday => after 2026-03-10
by end of month => by 2026-03-31
quarter past nine => 2026-03-07T09:15 *
quarter to 12 => 2026-03-07T11:45 *
twenty past four => 2026-03-07T16:20 *
half past six in the evening => 2026-03-07T18:30 *
half 8 => 2026-03-07T08:30 * | 2026-03-06T20:30 | 2026-03-07T07:30 * | 2026-03-06T19:30
midnight => 2026-03-07T00:00 *
midnight Saturday => 2026-03-08T00:00 | 2026-03-07T00:00
saturday night => ~2026-03-07T17:00/2026-03-08T00:00 *
sunday morning => ~2026-03-08T09:00/2026-03-08T12:00 *
tomorrow afternoon at 2 => 2026-03-07T14:00
tomorrow evening => ~2026-03-07T17:00/2026-03-07T22:00 *
noon => 2026-03-07T12:00 *
12am => 2026-03-07T00:00 *
12pm => 2026-03-07T12:00 *
12:00 => 2026-03-07T12:00 *
0:15 => 2026-03-07T00:15 *
23:59 => 2026-03-06T23:59
25:00 => none
13pm => none
valentine's day => 2027-02-14 | 2026-02-14 past
new year's day 2027 => 2027-01-01
halloween => 2026-10-31
mid-autumn festival => 2026-09-25
lunar new year => 2027-02-06
monday, march 9 => 2026-03-09
monday, march 10 => 2026-03-10 | 2026-03-09
friday 13 march => 2026-03-13
friday the 13th => 2026-03-13
wed => 2026-03-11
WEDNESDAY => 2026-03-11
Tue/Thu => 2026-03-10 | 2026-03-12
mon, wed => 2026-03-09 | 2026-03-11
next fri 3-4pm => 2026-03-13T15:00/2026-03-13T16:00
`
