// What is said on Monday 16 November 2026, 10:00 in Berlin, and what it means (as brief.ts writes it).

export const berlin = `
2026-11-20 => 2026-11-20
20.11.2026 => 2026-11-20
11/20/2026 => 2026-11-20
5/6/2026 => 2026-06-05 past | 2026-05-06 past
20 Nov => 2026-11-20
Nov 20th => 2026-11-20
November 20, 2026 => 2026-11-20
20th of November => 2026-11-20
the 20th => 2026-11-20
Tuesday => 2026-11-17
Monday => 2026-11-16 | 2026-11-23
next Tuesday => 2026-11-17 | 2026-11-24
last Friday => 2026-11-13 past
this Wednesday => 2026-11-18
this Sunday => 2026-11-22
Tue 17 Nov => 2026-11-17
Tue 20 Nov => 2026-11-20 | 2026-11-17
in 20 min => 2026-11-16T10:20
in an hour and a half => 2026-11-16T11:30
in half an hour => 2026-11-16T10:30
3 days ago => 2026-11-13 past
day after tomorrow => 2026-11-18
3pm => 2026-11-16T15:00
15:00 => 2026-11-16T15:00
3-4pm => 2026-11-16T15:00/2026-11-16T16:00
3 to 4:30 => 2026-11-16T15:00/2026-11-16T16:30 *
9-5 => 2026-11-16T09:00/2026-11-16T17:00 *
noon => 2026-11-16T12:00
midnight => 2026-11-17T00:00 *
tomorrow at midnight => 2026-11-18T00:00 | 2026-11-17T00:00
quarter past 3 => 2026-11-16T15:15 *
quarter to four pm => 2026-11-16T15:45
half seven => 2026-11-17T07:30 * | 2026-11-16T19:30 | 2026-11-17T06:30 * | 2026-11-16T18:30
half past 3 => 2026-11-16T15:30 *
tomorrow morning => ~2026-11-17T09:00/2026-11-17T12:00 *
this afternoon => ~2026-11-16T12:00/2026-11-16T17:00 *
tonight => ~2026-11-16T17:00/2026-11-17T00:00 *
tonight at 8 => 2026-11-16T20:00
at 7 in the evening => 2026-11-16T19:00
at 7 => 2026-11-17T07:00 * | 2026-11-16T19:00
tomorrow 7 => 2026-11-17T07:00 | 2026-11-17T19:00
from 20 Nov to 25 Nov => ~2026-11-20/2026-11-26
20-22 Nov => ~2026-11-20/2026-11-23
Mon-Fri => ~2026-11-16/2026-11-21 | ~2026-11-23/2026-11-28
Mon-Fri 9-5 => 2026-11-16T09:00/2026-11-16T17:00 FREQ=DAILY;COUNT=5 | ~2026-11-16T09:00/2026-11-20T17:00 | 2026-11-23T09:00/2026-11-23T17:00 FREQ=DAILY;COUNT=5 | ~2026-11-23T09:00/2026-11-27T17:00
for 90 minutes => PT90M
1h30 => PT1H30M
90 minutes => PT90M
tomorrow 3pm for 90 minutes => 2026-11-17T15:00/2026-11-17T16:30
end of day => 2026-11-16T17:00 *
eow => 2026-11-20 *
end of the month => 2026-11-30
end of next quarter => 2027-03-31
next weekend => ~2026-11-21/2026-11-23 | ~2026-11-28/2026-11-30
this weekend => ~2026-11-21/2026-11-23
next week => ~2026-11-23/2026-11-30
Tuesday next week => 2026-11-24
Christmas => 2026-12-25
New Year's Eve => 2026-12-31
every day => 2026-11-16 FREQ=DAILY
every second Monday => 2026-11-16 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO *
every other week on Tue and Thu => 2026-11-17 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH
the first Monday of the month => 2026-12-07 | 2026-12-07 FREQ=MONTHLY;BYDAY=1MO
first Monday of every month => 2026-12-07 FREQ=MONTHLY;BYDAY=1MO
last working day => 2026-11-30 | 2026-11-30 FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
last working day of every month => 2026-11-30 FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
every weekday at 9 => 2026-11-17T09:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
monthly on the 15th until March => 2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20270331 *
every month on the 15th at 10:00 => 2026-12-15T10:00 FREQ=MONTHLY;BYMONTHDAY=15
every day at 7 => 2026-11-17T07:00 FREQ=DAILY | 2026-11-16T19:00 FREQ=DAILY
every Tuesday 3-4pm => 2026-11-17T15:00/2026-11-17T16:00 FREQ=WEEKLY;BYDAY=TU
every third Friday => 2026-11-20 FREQ=MONTHLY;BYDAY=3FR | 2026-11-20 FREQ=WEEKLY;INTERVAL=3;BYDAY=FR
every year on 25 December => 2026-12-25 FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25
every 2 weeks on Monday, 09:00 => 2026-11-23T09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
by Friday => by 2026-11-20
before 5pm => before 2026-11-16T17:00
by end of week => by 2026-11-20 *
3pm Tokyo time => 2026-11-17T15:00+09:00[Asia/Tokyo] *
15:00 CET => 2026-11-16T15:00
tomorrow 15:00 CST => 2026-11-17T15:00+08:00[Asia/Shanghai] * | 2026-11-17T15:00-06:00[America/Chicago] *
15:00 UTC+2 => 2026-11-16T15:00+02:00[+02:00] *
yesterday at 3pm => 2026-11-15T15:00 past
today at 8am => 2026-11-16T08:00 past
from 3pm to 5pm on Friday => 2026-11-20T15:00/2026-11-20T17:00
Mon 9am to Wed 5pm => ~2026-11-16T09:00/2026-11-18T17:00 | ~2026-11-23T09:00/2026-11-25T17:00
Friday 23:00-01:00 => 2026-11-20T23:00/2026-11-21T01:00
Friday 10pm to 2am => 2026-11-20T22:00/2026-11-21T02:00
next month => ~2026-12-01/2027-01-01
March => ~2027-03-01/2027-04-01
March 2027 => ~2027-03-01/2027-04-01
in 2 weeks => 2026-11-30
in 2 weeks at 5pm => 2026-11-30T17:00
every hour => 2026-11-16T11:00 FREQ=HOURLY
every 30 minutes => 2026-11-16T10:30 FREQ=MINUTELY;INTERVAL=30
every morning => 2026-11-17T09:00 FREQ=DAILY *
daily at 9am for 3 weeks => 2026-11-17T09:00 FREQ=DAILY;UNTIL=20261207T225959Z
every Monday at 9am from 1 December until 31 January => 2026-12-07T09:00 FREQ=WEEKLY;BYDAY=MO;UNTIL=20270131T225959Z
10 times every Tuesday at 10am => 2026-11-17T10:00 FREQ=WEEKLY;BYDAY=TU;COUNT=10
a week on Tuesday => 2026-11-24
ten past five => 2026-11-17T05:10 * | 2026-11-16T17:10
2026-11-20T15:00 => 2026-11-20T15:00
at 10 => 2026-11-17T10:00 *
12 => none
all day tomorrow => 2026-11-17
tomorrow all day => 2026-11-17
until Friday => until 2026-11-20
2 hours tomorrow morning => ~2026-11-17T09:00/2026-11-17T12:00 PT2H *
hello => none
3pm lunch => none
Q1 2027 => ~2027-01-01/2027-04-01
29 Feb => 2028-02-29
31 Nov => none
10 Nov => 2027-11-10 | 2026-11-10 past
3pm to Friday 5pm => ~2026-11-16T15:00/2026-11-20T17:00
2 hours tomorrow => 2026-11-17 PT2H
15h30 => 2026-11-16T15:30
28 March 2027 02:30 => 2027-03-28T01:30 | 2027-03-28T03:30
28 March 2027 1:00am-2:30am => 2027-03-28T01:00/2027-03-28T01:30 | 2027-03-28T01:00/2027-03-28T03:30
25 Oct 2026 02:30 => 2026-10-25T02:30+02:00 past | 2026-10-25T02:30+01:00 past
25 Oct 2026 01:30-02:30 => 2026-10-25T01:30/2026-10-25T02:30 * past
31 Oct 2027 02:30 => 2027-10-31T02:30+02:00 | 2027-10-31T02:30+01:00
31 Oct 2027 02:30 UTC+1 => 2027-10-31T02:30+01:00
31 Oct 2027 02:15-02:45 => 2027-10-31T02:15+02:00/2027-10-31T02:45+02:00 * | 2027-10-31T02:15+01:00/2027-10-31T02:45+01:00
15 July 2027 15:00 CET => 2027-07-15T15:00+01:00[+01:00] * | 2027-07-15T15:00
15 July 2027 3pm EST => 2027-07-15T15:00-05:00[-05:00] * | 2027-07-15T15:00-04:00[America/New_York] *
tomorrow 9am New York time => 2026-11-17T09:00-05:00[America/New_York] *
Tuesday 17 November 2026, 15:00–16:00 => 2026-11-17T15:00/2026-11-17T16:00
every week on Monday to Friday, 09:00 => 2026-11-17T09:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
every day 23:00-07:00 => 2026-11-16T23:00/2026-11-17T07:00 FREQ=DAILY
each Friday night => 2026-11-20T17:00 FREQ=WEEKLY;BYDAY=FR *
Friday night => ~2026-11-20T17:00/2026-11-21T00:00 *
friday evening at 7 => 2026-11-20T19:00
twelve noon => 2026-11-16T12:00
12:30am => 2026-11-17T00:30 *
0:30 => 2026-11-17T00:30 *
24:00 => 2026-11-17T00:00
tomorrow 24:00 => 2026-11-18T00:00
8.30pm => 2026-11-16T20:30
half past twelve => 2026-11-16T12:30
in 5 days => 2026-11-21
5 days from now => 2026-11-21
two weeks from now => 2026-11-30
next year => ~2027-01-01/2028-01-01
next March => ~2027-03-01/2027-04-01
next December => ~2026-12-01/2027-01-01 | ~2027-12-01/2028-01-01
the last Friday of next month => 2026-12-25
third Thursday in November => 2026-11-19
third Thursday of March 2027 => 2027-03-18
weekdays at 10am => 2026-11-17T10:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
Mondays and Wednesdays 18:00-19:00 => 2026-11-16T18:00/2026-11-16T19:00 FREQ=WEEKLY;BYDAY=MO,WE
on Tuesdays => 2026-11-17 FREQ=WEEKLY;BYDAY=TU
every Mon, Wed and Fri at 8am => 2026-11-18T08:00 FREQ=WEEKLY;BYDAY=MO,WE,FR
every other day => 2026-11-16 FREQ=DAILY;INTERVAL=2
every 3 months => 2026-11-16 FREQ=MONTHLY;INTERVAL=3
quarterly => 2026-11-16 FREQ=MONTHLY;INTERVAL=3
biweekly => none
once a week => 2026-11-16 FREQ=WEEKLY
every quarter on the 1st => 2026-12-01 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1
no later than Friday noon => by 2026-11-20T12:00
due tomorrow => by 2026-11-17
after 6pm => after 2026-11-16T18:00
from tomorrow => from 2026-11-17
since Monday => none
between 2 and 4pm => 2026-11-16T14:00/2026-11-16T16:00
between 20 and 22 Nov => ~2026-11-20/2026-11-23
from Monday to Thursday => ~2026-11-16/2026-11-20 | ~2026-11-23/2026-11-27
20 Nov to 3 Dec => ~2026-11-20/2026-12-04
Dec 28 - Jan 3 => ~2026-12-28/2027-01-04
2026-11-20 to 2026-11-22 => ~2026-11-20/2026-11-23
2026-11-20 15:00 to 2026-11-20 17:00 => 2026-11-20T15:00/2026-11-20T17:00
now => 2026-11-16T10:00
yesterday evening => ~2026-11-15T17:00/2026-11-15T22:00 * past
last night => ~2026-11-15T17:00/2026-11-16T00:00 * past
last week => ~2026-11-09/2026-11-16 past
last month => ~2026-10-01/2026-11-01 past
tomorrow at noon => 2026-11-17T12:00
tomorrow lunchtime => 2026-11-17T12:00
chinese new year => 2027-02-06
christmas 2027 => 2027-12-25
on christmas eve at 6pm => 2026-12-24T18:00
12/24 => 2026-12-24
24/12 => 2026-12-24
3/4 => 2027-04-03 | 2027-03-04
13/13/2026 => none
99:99 => none
2026-02-30 => none
20/11/26 => 2026-11-20
November => ~2026-11-01/2026-12-01
sat => 2026-11-21
Sat 10am => 2026-11-21T10:00
sun 22 nov => 2026-11-22
this morning => ~2026-11-16T09:00/2026-11-16T12:00 *
this evening => ~2026-11-16T17:00/2026-11-16T22:00 *
at 3 => 2026-11-16T15:00 *
at 3 in the morning => 2026-11-17T03:00 *
at 9 tonight => 2026-11-16T21:00
8 tonight => 2026-11-16T20:00
fortnightly on Friday => 2026-11-20 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
every Tuesday until Christmas => 2026-11-17 FREQ=WEEKLY;BYDAY=TU;UNTIL=20261225
every Tuesday for 6 weeks => 2026-11-17 FREQ=WEEKLY;BYDAY=TU;UNTIL=20261228
20 December next year => 2027-12-20
Christmas next year => 2027-12-25
tomorrow 25:00 => none
30 February => none
from 3 to 5 May 2027 => ~2027-05-03/2027-05-06
from the 3rd to the 5th of May => ~2027-05-03/2027-05-06
`
