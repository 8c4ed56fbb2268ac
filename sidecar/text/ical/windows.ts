// Zones by the names that Windows, Outlook and Exchange write, by IANA name. The table is node-ical’s (0.27.2, Apache-2.0,
// out of Unicode’s CLDR), and a test compares the two name by name. It stands here because node-ical gives it out only
// through its parser, and loading that with what it needs takes a tenth of a second or more, for which commands would wait.

const names: Readonly<Record<string, string>> = {
  'Africa/Cairo': '(UTC+02:00) Cairo|Egypt Standard Time',
  'Africa/Casablanca': '(UTC) Casablanca|Morocco Standard Time',
  'Africa/Johannesburg': '(UTC+02:00) Harare, Pretoria|South Africa Standard Time',
  'Africa/Juba': 'South Sudan Standard Time',
  'Africa/Khartoum': 'Sudan Standard Time',
  'Africa/Lagos': '(UTC+01:00) West Central Africa|W. Central Africa Standard Time',
  'Africa/Nairobi': '(UTC+03:00) Nairobi|E. Africa Standard Time',
  'Africa/Sao_Tome': 'Sao Tome Standard Time',
  'Africa/Tripoli': 'Libya Standard Time',
  'Africa/Windhoek': '(UTC+02:00) Windhoek|Namibia Standard Time',
  'America/Adak': 'Aleutian Standard Time',
  'America/Anchorage': '(UTC-09:00) Alaska|Alaskan Standard Time',
  'America/Araguaina': 'Tocantins Standard Time',
  'America/Asuncion': '(UTC-04:00) Asuncion|Paraguay Standard Time',
  'America/Bahia': 'Bahia Standard Time',
  'America/Bogota': '(UTC-05:00) Bogota, Lima, Quito|SA Pacific Standard Time',
  'America/Buenos_Aires': '(UTC-03:00) Buenos Aires|Argentina Standard Time',
  'America/Cancun': 'Eastern Standard Time (Mexico)',
  'America/Caracas': '(UTC-04:30) Caracas|Venezuela Standard Time',
  'America/Cayenne': '(UTC-03:00) Georgetown|SA Eastern Standard Time',
  'America/Chicago':
    '(UTC-06:00) Central Time (US & Canada)|(UTC-06:00) Central Time (US and Canada)|Central Standard Time',
  'America/Cuiaba': '(UTC-04:00) Manaus|Central Brazilian Standard Time',
  'America/Denver':
    '(UTC-07:00) Mountain Time (US & Canada)|(UTC-07:00) Mountain Time (US and Canada)|Mountain Standard Time',
  'America/Godthab': '(UTC-03:00) Greenland|Greenland Standard Time',
  'America/Grand_Turk': 'Turks And Caicos Standard Time',
  'America/Guatemala': '(UTC-06:00) Central America|Central America Standard Time',
  'America/Halifax': '(UTC-04:00) Atlantic Time (Canada)|Atlantic Standard Time',
  'America/Havana': 'Cuba Standard Time',
  'America/Indianapolis': '(UTC-05:00) Indiana (East)|US Eastern Standard Time',
  'America/La_Paz': '(UTC-04:00) Georgetown, La Paz, San Juan|SA Western Standard Time',
  'America/Los_Angeles':
    '(UTC-08:00) Pacific Time (US & Canada); Tijuana|(UTC-08:00) Pacific Time (US and Canada); Tijuana|Pacific Standard Time',
  'America/Mazatlan':
    '(UTC-07:00) Chihuahua, La Paz, Mazatlan|(UTC-07:00) Chihuahua, La Paz, Mazatlan - New|Mountain Standard Time (Mexico)',
  'America/Mexico_City':
    '(UTC-06:00) Guadalajara, Mexico City, Monterrey|(UTC-06:00) Guadalajara, Mexico City, Monterrey - New|Central Standard Time (Mexico)',
  'America/Miquelon': 'Saint Pierre Standard Time',
  'America/Montevideo': '(UTC-03:00) Montevideo|Montevideo Standard Time',
  'America/New_York':
    '(UTC-05:00) Eastern Time (US & Canada)|(UTC-05:00) Eastern Time (US and Canada)|Eastern Standard Time',
  'America/Phoenix': '(UTC-07:00) Arizona|US Mountain Standard Time',
  'America/Port-au-Prince': 'Haiti Standard Time',
  'America/Punta_Arenas': 'Magallanes Standard Time',
  'America/Regina': '(UTC-06:00) Saskatchewan|Canada Central Standard Time',
  'America/Santiago': '(UTC-04:00) Santiago|Pacific SA Standard Time',
  'America/Sao_Paulo': '(UTC-03:00) Brasilia|E. South America Standard Time',
  'America/St_Johns': '(UTC-03:30) Newfoundland|Newfoundland Standard Time',
  'America/Tijuana': '(UTC-08:00) Tijuana, Baja California|Pacific Standard Time (Mexico)',
  'America/Whitehorse': 'Yukon Standard Time',
  'Asia/Amman': '(UTC+02:00) Amman|Jordan Standard Time',
  'Asia/Baghdad': '(UTC+03:00) Baghdad|Arabic Standard Time',
  'Asia/Baku': '(UTC+04:00) Baku|Azerbaijan Standard Time',
  'Asia/Bangkok': '(UTC+07:00) Bangkok, Hanoi, Jakarta|SE Asia Standard Time',
  'Asia/Barnaul': 'Altai Standard Time',
  'Asia/Beirut': '(UTC+02:00) Beirut|Middle East Standard Time',
  'Asia/Bishkek': '(UTC+06:00) Astana, Dhaka|Central Asia Standard Time',
  'Asia/Calcutta': '(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi|India Standard Time',
  'Asia/Chita': 'Transbaikal Standard Time',
  'Asia/Colombo': '(UTC+06:00) Sri Jayawardenepura|Sri Lanka Standard Time',
  'Asia/Damascus': 'Syria Standard Time',
  'Asia/Dhaka': 'Bangladesh Standard Time',
  'Asia/Dubai': '(UTC+04:00) Abu Dhabi, Muscat|Arabian Standard Time',
  'Asia/Hebron': 'West Bank Standard Time',
  'Asia/Hovd': 'W. Mongolia Standard Time',
  'Asia/Irkutsk': '(UTC+08:00) Irkutsk, Ulaanbaatar|North Asia East Standard Time',
  'Asia/Jerusalem': '(UTC+02:00) Jerusalem|Israel Standard Time',
  'Asia/Kabul': '(UTC+04:30) Kabul|Afghanistan Standard Time',
  'Asia/Kamchatka': '(UTC+12:00) Petropavlovsk-Kamchatsky|Russia Time Zone 11',
  'Asia/Karachi': '(UTC+05:00) Islamabad, Karachi|Pakistan Standard Time',
  'Asia/Katmandu': '(UTC+05:45) Kathmandu|Nepal Standard Time',
  'Asia/Krasnoyarsk': '(UTC+07:00) Krasnoyarsk|North Asia Standard Time',
  'Asia/Magadan': 'Magadan Standard Time',
  'Asia/Novosibirsk': '(UTC+06:00) Almaty, Novosibirsk|N. Central Asia Standard Time',
  'Asia/Omsk': 'Omsk Standard Time',
  'Asia/Pyongyang': 'North Korea Standard Time',
  'Asia/Qyzylorda': 'Qyzylorda Standard Time',
  'Asia/Rangoon': '(UTC+06:30) Yangon (Rangoon)|Myanmar Standard Time',
  'Asia/Riyadh': '(UTC+03:00) Kuwait, Riyadh|Arab Standard Time',
  'Asia/Sakhalin': 'Sakhalin Standard Time',
  'Asia/Seoul': '(UTC+09:00) Seoul|Korea Standard Time',
  'Asia/Shanghai': '(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi|China Standard Time',
  'Asia/Singapore': '(UTC+08:00) Kuala Lumpur, Singapore|Singapore Standard Time',
  'Asia/Srednekolymsk': 'Russia Time Zone 10',
  'Asia/Taipei': '(UTC+08:00) Taipei|Taipei Standard Time',
  'Asia/Tashkent': '(UTC+05:00) Tashkent|West Asia Standard Time',
  'Asia/Tbilisi': '(UTC+03:00) Tbilisi|Georgian Standard Time',
  'Asia/Tehran': '(UTC+03:30) Tehran|Iran Standard Time',
  'Asia/Tokyo': '(UTC+09:00) Osaka, Sapporo, Tokyo|Tokyo Standard Time',
  'Asia/Tomsk': 'Tomsk Standard Time',
  'Asia/Ulaanbaatar': 'Ulaanbaatar Standard Time',
  'Asia/Vladivostok': '(UTC+10:00) Vladivostok|Vladivostok Standard Time',
  'Asia/Yakutsk': '(UTC+09:00) Yakutsk|Yakutsk Standard Time',
  'Asia/Yekaterinburg': '(UTC+05:00) Ekaterinburg|Ekaterinburg Standard Time',
  'Asia/Yerevan': '(UTC+04:00) Baku, Tbilisi, Yerevan|(UTC+04:00) Yerevan|Caucasus Standard Time',
  'Atlantic/Azores': '(UTC-01:00) Azores|Azores Standard Time',
  'Atlantic/Cape_Verde': '(UTC-01:00) Cape Verde Islands|Cape Verde Standard Time',
  'Atlantic/Reykjavik': '(UTC) Monrovia, Reykjavik|Greenwich Standard Time',
  'Australia/Adelaide': '(UTC+09:30) Adelaide|Cen. Australia Standard Time',
  'Australia/Brisbane': '(UTC+10:00) Brisbane|E. Australia Standard Time',
  'Australia/Darwin': '(UTC+09:30) Darwin|AUS Central Standard Time',
  'Australia/Eucla': 'Aus Central W. Standard Time',
  'Australia/Hobart': '(UTC+10:00) Hobart|Tasmania Standard Time',
  'Australia/Lord_Howe': 'Lord Howe Standard Time',
  'Australia/Perth': '(UTC+08:00) Perth|W. Australia Standard Time',
  'Australia/Sydney':
    '(GMT+10:00) Canberra, Melbourne, Sydney|(UTC+10:00) Canberra, Melbourne, Sydney|AUS Eastern Standard Time',
  'Etc/GMT+11': 'UTC-11',
  'Etc/GMT+12': '(UTC-12:00) International Date Line West|Dateline Standard Time',
  'Etc/GMT+2': '(UTC-02:00) Mid-Atlantic|UTC-02',
  'Etc/GMT+8': 'UTC-08',
  'Etc/GMT+9': 'UTC-09',
  'Etc/GMT-12': 'UTC+12',
  'Etc/GMT-13': 'UTC+13',
  'Etc/UTC': '(UTC) Coordinated Universal Time|UTC',
  'Europe/Astrakhan': 'Astrakhan Standard Time',
  'Europe/Berlin': '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna|W. Europe Standard Time',
  'Europe/Bucharest': '(UTC+02:00) Athens, Bucharest, Istanbul|GTB Standard Time',
  'Europe/Budapest': '(UTC+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague|Central Europe Standard Time',
  'Europe/Chisinau': '(UTC+02:00) Minsk|E. Europe Standard Time',
  'Europe/Istanbul': 'Turkey Standard Time',
  'Europe/Kaliningrad': 'Kaliningrad Standard Time',
  'Europe/Kiev': '(UTC+02:00) Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius|FLE Standard Time',
  'Europe/London': '(UTC) Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London|GMT Standard Time',
  'Europe/Minsk': 'Belarus Standard Time',
  'Europe/Moscow': '(UTC+03:00) Moscow, St. Petersburg, Volgograd|Russian Standard Time',
  'Europe/Paris': '(UTC+01:00) Brussels, Copenhagen, Madrid, Paris|Romance Standard Time',
  'Europe/Samara': 'Russia Time Zone 3',
  'Europe/Saratov': 'Saratov Standard Time',
  'Europe/Volgograd': 'Volgograd Standard Time',
  'Europe/Warsaw': '(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb|Central European Standard Time',
  'Indian/Mauritius': '(UTC+04:00) Port Louis|Mauritius Standard Time',
  'Pacific/Apia': '(UTC-11:00) Midway Island, Samoa|Samoa Standard Time',
  'Pacific/Auckland': '(UTC+12:00) Auckland, Wellington|New Zealand Standard Time',
  'Pacific/Bougainville': 'Bougainville Standard Time',
  'Pacific/Chatham': 'Chatham Islands Standard Time',
  'Pacific/Easter': 'Easter Island Standard Time',
  'Pacific/Fiji': '(UTC+12:00) Fiji, Kamchatka, Marshall Is.|Fiji Standard Time',
  'Pacific/Guadalcanal': '(UTC+11:00) Magadan, Solomon Islands, New Caledonia|Central Pacific Standard Time',
  'Pacific/Honolulu': '(UTC-10:00) Hawaii|Hawaiian Standard Time',
  'Pacific/Kiritimati': 'Line Islands Standard Time',
  'Pacific/Marquesas': 'Marquesas Standard Time',
  'Pacific/Norfolk': 'Norfolk Standard Time',
  'Pacific/Port_Moresby': '(UTC+10:00) Guam, Port Moresby|West Pacific Standard Time',
  'Pacific/Tongatapu': "(UTC+13:00) Nuku'alofa|Tonga Standard Time",
}

/** What other programs write besides: Outlook’s display names of old, and names that people give. */
const others: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern|US-Eastern|US Eastern|Eastern Time',
  'America/Chicago': 'Central|US-Central|US Central|Central Time|Central Time (US & Canada)',
  'America/Denver': 'Mountain|US-Mountain|US Mountain|Mountain Time|Mountain Time (US & Canada)',
  'America/Los_Angeles': 'Pacific|US-Pacific|US Pacific|Pacific Time|Pacific Time (US & Canada)',
  'Europe/Berlin': 'Mitteleuropäische Zeit|MEZ|W. Europe',
  UTC: 'Z|Zulu|tzone://Microsoft/Utc',
}

const keyOf = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase()
const withoutOffset = (name: string): string => name.replace(/^\((?:utc|gmt)[^)]*\)\s*/i, '')

let index: Map<string, string> | undefined

// The whole label first, then without its offset, then each city of it, as node-ical looks them up.
function windowsIndex(): Map<string, string> {
  if (index) return index
  const made = new Map<string, string>()
  const put = (label: string, zone: string) => {
    const key = keyOf(label)
    if (key !== '' && !made.has(key)) made.set(key, zone)
  }
  const all = [...Object.entries(names), ...Object.entries(others)].flatMap(([zone, list]) =>
    list.split('|').map((label) => ({ label, zone, bare: withoutOffset(label) })),
  )
  for (const { label, zone } of all) put(label, zone)
  for (const { bare, zone } of all) put(bare, zone)
  for (const { label, bare, zone } of all) if (bare !== label) for (const city of bare.split(',')) put(city, zone)
  index = made
  return made
}

/** The IANA name for a name of Windows; undefined where there is none. */
export function windowsZone(name: string): string | undefined {
  const bare = withoutOffset(name)
  for (const part of [name, bare, ...bare.split(',')]) {
    const zone = windowsIndex().get(keyOf(part))
    if (zone !== undefined) return zone
  }
  return undefined
}

/** Every name of the table with its zone. */
export const windowsNames = (): [name: string, zone: string][] =>
  Object.entries(names).flatMap(([zone, list]) => list.split('|').map((name): [string, string] => [name, zone]))
