// Accounts with calendars: what goes wrong with servers, and how their passwords are kept.
import type { Phrases } from '../../translate.ts'

const secrets = {
  'The password can not be opened any more: its key is gone.': '密码已无法打开：其密钥已丢失。',
  'Enter the password of the account again.': '请重新输入该账户的密码。',
  'Unlock the keychain, or enter the password of the account again.': '请解锁钥匙串，或重新输入该账户的密码。',
  'The password is not there.': '没有找到密码。',
  'Unlock the keychain, or start Steward in your desktop session. If it is gone for good, enter the passwords again.':
    '请解锁钥匙串，或在桌面会话中启动 Steward。如果钥匙串已永久丢失，请重新输入密码。',
  'The passwords of your accounts are encrypted, and their key is in the keychain.':
    '您账户的密码已加密，密钥在钥匙串中。',
}

const accounts = {
  'That is not the address of a server.': '这不是服务器的地址。',
  'Enter one such as https://dav.example.org/, or just dav.example.org.':
    '请输入类似 https://dav.example.org/ 的地址，或只输入 dav.example.org。',
  'Enter the CalDAV address that its provider names; it often ends in /dav or /caldav.':
    '请输入服务商给出的 CalDAV 地址；通常以 /dav 或 /caldav 结尾。',
  'Check both. Some providers want a password made for programs instead of your usual one.':
    '请检查两者。有些服务商要求使用专为程序生成的密码，而不是平时的密码。',
  'If you trust that one, use its address for the account.': '如果您信任那台服务器，请在账户中使用它的地址。',
  'Check the address of the account.': '请检查账户的地址。',
  'Ask who runs the server.': '请咨询服务器的管理者。',
  'If it is your own server, set NODE_EXTRA_CA_CERTS to the file of its certificate and start Steward again.':
    '如果这是您自己的服务器，请将 NODE_EXTRA_CA_CERTS 设为其证书文件，然后重新启动 Steward。',
  'Try again when it is there; look at the network and at the address.': '请在其恢复后重试；请检查网络和地址。',
  'Check that the address is that of a CalDAV server.': '请确认该地址是 CalDAV 服务器的地址。',
  'Look at the account.': '请查看该账户。',
  'Try again later; if it stays, ask who runs the server.': '请稍后重试；如果仍然如此，请咨询服务器的管理者。',
  'Try again later.': '请稍后重试。',
  'Choose one that is listed.': '请选择列出的项目。',
  'Use that one.': '请使用那个账户。',
  'An address with a password in it is not kept.': '不会保存含有密码的地址。',
  'Use the address that the provider gives out for subscribing.': '请使用服务商提供的订阅地址。',
  'Nothing needs to be entered.': '无需输入。',
  'The account is closed.': '账户已关闭。',
  'Nothing is to be done.': '无需处理。',
  'The password goes over the network without encryption, since the address begins with http.':
    '由于地址以 http 开头，密码在网络上未加密传输。',
}

const writing = {
  'An event and a task can not have one UID on a server.': '在服务器上，日程和任务不能使用同一个 UID。',
  'Give each its own.': '请为它们分别指定。',
  'This calendar takes no tasks.': '此日历不接受任务。',
  'This calendar takes no events.': '此日历不接受日程。',
  'Choose another calendar.': '请选择其他日历。',
  'The server does not say which version of this it has, so it can not be changed safely. Nothing was changed.':
    '服务器没有说明其版本，因此无法安全更改。没有任何更改。',
  'Change it with the program of your provider.': '请用服务商自己的程序更改。',
  'Another entry on the server has that UID.': '服务器上另一个条目已使用该 UID。',
  'Synchronise, then try again.': '请先同步，然后重试。',
  'Make its notes shorter.': '请缩短备注。',
  'Change it, or choose another calendar.': '请修改它，或选择其他日历。',
  'There is one with that UID already.': '已有使用该 UID 的条目。',
  'Read it, then change that.': '请先读取它，再作更改。',
  'It was changed on the server meanwhile.': '它在服务器上已被更改。',
  'Read it again, then decide anew.': '请重新读取，然后再决定。',
  'It was removed on the server meanwhile.': '它在服务器上已被删除。',
  'Synchronise, then decide anew.': '请先同步，然后再决定。',
  'The server did not take it. Nothing was changed.': '服务器没有接受。没有任何更改。',
  'Try again.': '请重试。',
  'It is not in this calendar any more.': '它已不在此日历中。',
  'It may have been removed meanwhile.': '它可能已被删除。',
  'The first copy is being made.': '正在创建首个副本。',
}

export const servers: Phrases = {
  exact: { ...secrets, ...accounts, ...writing },
  patterns: [
    [
      /^The password is in the keychain, which can not be used now: (.+)\.$/,
      '密码在钥匙串中，但钥匙串现在无法使用：{1}。',
    ],
    [
      /^The key to the passwords of your accounts is in the keychain, which can not be used now: (.+)\.$/,
      '您账户密码的密钥在钥匙串中，但钥匙串现在无法使用：{1}。',
    ],
    [
      /^The passwords of your accounts are encrypted, and their key is in a file that only you can read, in (.+)\. It moves to the keychain when they are next used\.$/,
      '您账户的密码已加密，密钥在只有您能读取的文件中，位于 {1}。下次使用时会移到钥匙串。',
    ],
    [
      /^The passwords of your accounts are encrypted, and their key is in a file that only you can read, in (.+): the keychain is not used \((.+)\)\.$/,
      '您账户的密码已加密，密钥在只有您能读取的文件中，位于 {1}：未使用钥匙串（{*2}）。',
    ],
    [
      /^The passwords of your accounts are encrypted, and their key is in a file that only you can read, in (.+): the keychain is not used \((.+)\)\.$/,
      '您账户的密码已加密，密钥在只有您能读取的文件中，位于 {1}：未使用钥匙串（{2}）。',
    ],
    [/^(\S+) has no calendars at this address\.$/, '{1} 在此地址没有日历。'],
    [/^(\S+) does not accept this user name and password\.$/, '{1} 不接受此用户名和密码。'],
    [
      /^(\S+) says that the calendars are at (\S+)\. The password is not given to another server\.$/,
      '{1} 表示日历在 {2}。密码不会交给其他服务器。',
    ],
    [
      /^(\S+) sends us on to (\S+)\. The password is not given to another server\.$/,
      '{1} 转向 {2}。密码不会交给其他服务器。',
    ],
    [/^(\S+) sends us around in circles\.$/, '{1} 不断循环转向。'],
    [/^(\S+) answers with more than is read\.$/, '{1} 的回应超过可读取的大小。'],
    [/^The certificate of (\S+) can not be trusted \((\S+)\)\.$/, '无法信任 {1} 的证书（{2}）。'],
    [/^(\S+) can not be reached \((\S+)\)\.$/, '无法连接 {1}（{2}）。'],
    [/^(\S+) takes too long to answer\.$/, '{1} 回应时间过长。'],
    [/^The connection to (\S+) broke off \((\S+)\)\.$/, '与 {1} 的连接中断（{2}）。'],
    [/^The answer of (\S+) is not understood: (.+)\.$/, '无法理解 {1} 的回应：{2}。'],
    [/^(\S+) has nothing at that address any more\.$/, '{1} 在该地址已没有内容。'],
    [/^(\S+) answers with an error \((\S+)\)\.$/, '{1} 返回错误（{2}）。'],
    [/^(\S+) never comes to the end of its changes\.$/, '{1} 的更改列表没有尽头。'],
    [/^(.+) Nothing was changed\.$/, '{*1}没有任何更改。'],
    [/^(.+) Nothing was changed\.$/, '{1} 没有任何更改。'],
    [/^(.+) Whether it was carried out is not known\.$/, '{*1}不知道是否已执行。'],
    [/^(.+) Whether it was carried out is not known\.$/, '{1} 不知道是否已执行。'],
    [/^(.+) On the server it is as it was before\.$/, '{*1}服务器上的内容与之前相同。'],
    [/^(.+) On the server it is as it was before\.$/, '{1} 服务器上的内容与之前相同。'],
    [/^(\S+) does not allow you to write there\.$/, '{1} 不允许您在那里写入。'],
    [/^It is larger than (\S+) takes\.$/, '超过 {1} 接受的大小。'],
    [/^(\S+) does not take this as an event or a task \((\S+)\)\.$/, '{1} 不接受它作为日程或任务（{2}）。'],
    [/^(.+) can only be read\.$/, '{1} 只能读取。'],
    [/^The first copy is being made: (\d+) of (\d+)\.$/, '正在创建首个副本：{1}/{2}。'],
    [/^Entries larger than 1 MB are left out: (\d+)\.$/, '已略去大于 1 MB 的条目：{1} 个。'],
    [/^There is no account (\S+)\.$/, '没有账户 {1}。'],
    [/^That account is there already: (\S+)\.$/, '该账户已存在：{1}。'],
    [/^(.+) has no password\.$/, '{1} 没有密码。'],
    [/^There is no calendar (\S+)\.$/, '没有日历 {1}。'],
  ],
}
