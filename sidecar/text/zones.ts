// Time zones by the names that people use: IANA names, their cities, and other cities and countries that have one zone.
import { keyOf } from './tokens.ts'

const others: Readonly<Record<string, string>> = {
  'Asia/Shanghai':
    'china,beijing,shenzhen,guangzhou,hangzhou,chengdu,nanjing,wuhan,中国,北京,上海,深圳,广州,杭州,成都,南京,武汉',
  'Asia/Hong_Kong': '香港',
  'Asia/Macau': '澳门',
  'Asia/Taipei': 'taiwan,台北',
  'Asia/Tokyo': 'japan,osaka,kyoto,日本,东京,大阪,京都',
  'Asia/Seoul': 'korea,south korea,busan,韩国,首尔',
  'Asia/Singapore': '新加坡',
  'Asia/Kuala_Lumpur': 'malaysia,吉隆坡',
  'Asia/Bangkok': 'thailand,泰国,曼谷',
  'Asia/Ho_Chi_Minh': 'vietnam,hanoi,ho chi minh city,saigon,越南,河内,胡志明市',
  'Asia/Manila': 'philippines,马尼拉',
  'Asia/Jakarta': '雅加达',
  'Asia/Kolkata': 'india,mumbai,delhi,new delhi,bangalore,bengaluru,chennai,kolkata,印度,孟买,新德里,德里',
  'Asia/Kathmandu': 'nepal,kathmandu,尼泊尔,加德满都',
  'Asia/Dubai': 'abu dhabi,迪拜',
  'Asia/Riyadh': '利雅得',
  'Asia/Jerusalem': 'israel,tel aviv,耶路撒冷',
  'Europe/Istanbul': 'turkey,ankara,伊斯坦布尔',
  'Europe/Moscow': 'saint petersburg,莫斯科',
  'Europe/Kyiv': 'ukraine,kyiv,基辅',
  'Europe/Berlin': 'germany,munich,hamburg,frankfurt,cologne,stuttgart,德国,柏林,慕尼黑,汉堡,法兰克福',
  'Europe/Paris': 'france,lyon,marseille,nice,法国,巴黎',
  'Europe/London': 'uk,united kingdom,england,scotland,britain,manchester,edinburgh,英国,伦敦',
  'Europe/Dublin': 'ireland,爱尔兰,都柏林',
  'Europe/Madrid': 'spain,barcelona,西班牙,马德里,巴塞罗那',
  'Europe/Lisbon': 'portugal,葡萄牙,里斯本',
  'Europe/Rome': 'italy,milan,naples,florence,venice,意大利,罗马,米兰',
  'Europe/Zurich': 'switzerland,geneva,basel,bern,瑞士,苏黎世,日内瓦',
  'Europe/Vienna': 'austria,奥地利,维也纳',
  'Europe/Amsterdam': 'netherlands,holland,rotterdam,荷兰,阿姆斯特丹',
  'Europe/Brussels': 'belgium,比利时,布鲁塞尔',
  'Europe/Stockholm': 'sweden,瑞典,斯德哥尔摩',
  'Europe/Oslo': 'norway,挪威,奥斯陆',
  'Europe/Copenhagen': 'denmark,丹麦,哥本哈根',
  'Europe/Helsinki': 'finland,芬兰,赫尔辛基',
  'Europe/Warsaw': 'poland,krakow,波兰,华沙',
  'Europe/Prague': 'czechia,捷克,布拉格',
  'Europe/Budapest': 'hungary,匈牙利,布达佩斯',
  'Europe/Athens': 'greece,希腊,雅典',
  'Africa/Cairo': 'egypt,埃及,开罗',
  'Africa/Johannesburg': 'south africa,cape town,南非,约翰内斯堡',
  'Africa/Lagos': 'nigeria,拉各斯',
  'Africa/Nairobi': 'kenya,内罗毕',
  'America/New_York':
    'new york city,nyc,washington,washington dc,boston,miami,atlanta,philadelphia,纽约,华盛顿,波士顿,迈阿密',
  'America/Chicago': 'houston,dallas,austin,芝加哥,休斯敦',
  'America/Denver': '丹佛',
  'America/Los_Angeles':
    'la,san francisco,sf,seattle,san diego,las vegas,silicon valley,洛杉矶,旧金山,西雅图,硅谷,拉斯维加斯',
  'America/Toronto': 'ottawa,montreal,多伦多,渥太华,蒙特利尔',
  'America/Vancouver': '温哥华',
  'America/Mexico_City': '墨西哥城',
  'America/Sao_Paulo': 'são paulo,rio de janeiro,rio,圣保罗,里约热内卢',
  'America/Argentina/Buenos_Aires': 'argentina,buenos aires,布宜诺斯艾利斯',
  'Australia/Sydney': 'canberra,悉尼,堪培拉',
  'Australia/Melbourne': '墨尔本',
  'Pacific/Auckland': 'new zealand,wellington,新西兰,奥克兰',
  'Pacific/Honolulu': 'hawaii,夏威夷,檀香山',
  UTC: 'utc,gmt,zulu,世界时,协调世界时,格林尼治',
}

let known: Map<string, string> | undefined

// Made at the first use: it needs the list of all zones.
function names(): Map<string, string> {
  if (known) return known
  const made = new Map<string, string>()
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    made.set(zoneKey(zone), zone)
    if (zone.includes('/')) made.set(zoneKey(zone.slice(zone.lastIndexOf('/') + 1)), zone)
  }
  for (const [zone, list] of Object.entries(others)) {
    made.set(zoneKey(zone), zone)
    for (const name of list.split(',')) made.set(zoneKey(name), zone)
  }
  known = made
  return made
}

const zoneKey = (name: string): string =>
  keyOf(name)
    .replaceAll(/[\s_.-]+/gu, ' ')
    .trim()

/** The IANA name of a zone, a city or a country of one zone; undefined where it is none that is known. */
export function zoneNamed(name: string): string | undefined {
  if (name.length > 60) return undefined
  const key = zoneKey(name)
  const bare = key.replace(/^the /u, '').replace(/ time$|(?:时间|市)$/u, '')
  return names().get(key) ?? names().get(bare)
}
