// Acts that can't be read out of a name alone: who asks what people say of a hotel has not asked for a room in it. The words by
// which people wish for such an act, in some languages; in others it is asked about.
import type { EffectKind } from './effects.ts'

const deleting =
  /\b(?:delet|remov|cancel|eras|trash|discard|purg|uninvit|unshar|revok|unsubscrib|get rid|lösch|entfern|stornier|sag\w* .{0,60}\bab\b|supprim|effac|annul|elimin|borr|cancell|apag)\p{L}*|\b(?:clear|clean|drop|throw|kick|dismiss)\p{L}*\s+(?:out|up|away|off|all|the|my|that|this|these|those|it|them|every|\p{Lu})|删|移除|取消|清除|清空|撤|消して|削除|삭제/iu
const booking =
  /\b(?:book|reserv|rent|hire|hiring|order|regist|enrol|sign\p{L}* .{0,20}\bup|buy|purchas|arrang|organi[sz]|set up|get (?:me|us)|secur|(?:want|like) to stay|confirm|extend|renew|upgrad|buch|reservier|miet|bestell|réserv|louer|commander|prenot|alquil|compr)|预订|预定|订|租|予約|예약/iu
const paying =
  /\b(?:pay|paid|send|sent|transfer|transact|refund|reimburs|wire|remit|settl|repay|return|give|buy|order|purchas|donat|tip|deposit|square|venmo|paypal|zelle|top up|charg|subscri|mone(?:y|t)|bill|invoice|rent|fee|standing|recurring|monthly|schedul|adjust|updat|chang|increas|rais|lower|reduc|zahl|überweis|bezahl|kauf|bestell|spend(?:e|en)\b|pag|transf|envo|envía|achet|compr|rembours|vir(?:e|er|ement)\b)|付|转账|汇|买|支払|送金|결제|송금/iu
const publishing =
  /\b(?:post|publish|upload|shar|releas|announc|put|write|send|add|updat|edit|tweet|blog|submit|push|deploy|comment|repl|veröffentlich|poste|stell|teil|publi|partag)|发布|发表|上传|分享|公開|投稿|게시/iu
const account =
  /\b(?:chang|updat|set|reset|edit|correct|fix|mov|renam|switch|turn|enabl|disabl|adjust|replac|add|remov|should be|new|chose|choose|use|make|register|sign|änder|aktualisier|umgezogen|setz|stell|neu|modif|cambi|actualiz|mett|nouv|nuev)|改|更新|设|変更|변경/iu

/** Of what the user must have spoken before such a thing is done. */
export const wishes: Readonly<Partial<Record<EffectKind, RegExp>>> = {
  ...{ deleteObject: deleting, deleteFile: deleting },
  ...{ book: booking, pay: paying, publish: publishing, changeAccount: account },
}

/** The same for a new event of which nothing else follows from the user. */
export const arranging =
  /\b(?:calend|event|appointment|meeting|remind|reschedul|schedul|agenda|diary|invit|lunch|dinner|termin|kalender|erinner|einlad|rendez|réunion|rappel|evento|cita|reuni|recordat|promemoria|appuntament)|日历|日程|会议|提醒|予定|일정/iu
