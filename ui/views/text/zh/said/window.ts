// Hints as they are in the window, and the fields of forms.
import type { Phrases } from '../../translate.ts'

const hints = {
  'Press “Go on” at the top to lift it.': '请按上方的“继续”解除。',
  'Nothing acts until you press “Go on” at the top.': '在您按上方的“继续”之前，不会执行任何操作。',
  'Those that are open are under Approvals.': '尚未答复的都在“待批准”中。',
  'What is parked is under Waiting.': '暂停的任务都在“等待中”里。',
  'They are under Policy, “Leave given”.': '请在“策略”的许可页中查看。',
  'They are all under Activity.': '请在“活动”中查看。',
  'Find them under Activity, look what happened, then say so there.':
    '请在“活动”中找到它们，查看实际结果，然后在那里告知。',
  'See it under Activity.': '请在“活动”中查看。',
  'Look whether it happened, then say so under Activity.': '请查看是否已执行，然后在“活动”中告知。',
  'They are all under Tools. One of your own that is new or was changed comes with “Load my own tools again” there.':
    '请在“工具”中查看。新的或更改过的自定义工具，请按那里的“重新加载我的工具”。',
  'They are all under Tools.': '请在“工具”中查看。',
  'Press “Load my own tools again” under Tools.': '请在“工具”中按“重新加载我的工具”。',
  'They are all under Settings.': '请在“设置”中查看。',
  'To see which rule, open the tool and press “What would happen?” there.':
    '要查看是哪条规则，请打开该工具并按“会发生什么？”。',
  'Call it where you can be asked, or give leave first, under Policy.':
    '请在可以询问您的地方调用，或先在“策略”中给出许可。',
  'They are under Approvals and under Waiting.': '请在“待批准”和“等待中”里查看。',
  'Switch it on at its page under Tools.': '请在“工具”中打开它的页面并启用。',
  'Switch it on under Settings, “Flags”.': '请在“设置”的“功能开关”中启用。',
  'Look at the Doctor, under Settings.': '请查看“设置”中的“体检”。',
  'The page of a tool shows the kinds it has.': '工具的页面会显示它的操作类型。',
  'See where under Audit.': '请在“审计”中查看位置。',
  'They are older than the first seal, or the log can not be sealed: see Audit.':
    '它们早于第一个封印，或日志无法封存：请查看“审计”。',
  'Those it has are under Audit.': '已有的记录在“审计”中。',
  'Mend that line in the editor under Policy.': '请在“策略”的编辑器中修正该行。',
  'Take it back with “Undo”, under Activity.': '请在“活动”中按“撤销”。',
  'Look under Activity what became of the call.': '请在“活动”中查看该调用的结果。',
}

const fields = {
  Parts: '部分',
  Zones: '时区',
  Ms: '毫秒数',
  Names: '名称',
  Reveal: '显示机密值',
  Name: '名称',
  Value: '值',
  Text: '文本',
  Pointer: 'JSON 指针',
  Indent: '缩进',
  'Sort keys': '键排序',
  Url: 'URL 安全格式',
  Base64: 'Base64 文本',
  Path: '路径',
  As: '读取方式',
  Offset: '起始字节',
  'Max bytes': '最多字节数',
  Line: '起始行',
  Lines: '行数',
  Recursive: '包含子文件夹',
  Pattern: '模式',
  Hidden: '包含隐藏项',
  Limit: '最多条数',
  Hash: '计算哈希',
  Title: '标题',
  Tags: '标签',
  Source: '来源',
  Question: '问题',
  Options: '选项',
  Free: '可自由回答',
  Multiple: '可多选',
}

const about = {
  'Which parts; all by default': '哪些部分；默认全部',
  'IANA names, such as Europe/Berlin': 'IANA 名称，例如 Asia/Shanghai',
  Milliseconds: '以毫秒计',
  'Without it, all names are listed': '留空则列出全部名称',
  'Also read values of names that look like secrets': '名称看起来像机密的，也读取其值',
  'null removes the variable': '选“无”则移除该变量',
  'JSON Pointer to one part, such as /items/0/name': '指向某一部分的 JSON Pointer，例如 /items/0/name',
  '0 puts it on one line': '0 表示写成一行',
  'base64url, no padding': '使用 base64url，不带填充',
  'Absolute, from ~, or relative to the folder of the session': '绝对路径、以 ~ 开头，或相对于会话文件夹',
  'First byte': '从第几个字节开始',
  'First line to return, counted from offset': '从第几行开始，自起始字节算起',
  'How many lines to return': '返回多少行',
  'Such as *.md or src/**/*.ts; implies recursive where it has a / or **':
    '例如 *.md 或 src/**/*.ts；含有 / 或 ** 时会包含子文件夹',
  'Also names that begin with a dot': '也包含以点开头的名称',
  'Also read the whole file for its SHA-256': '同时读取整个文件以计算 SHA-256',
  'Markdown; [[links]] and #tags as in Obsidian': 'Markdown；[[链接]] 和 #标签 的写法与 Obsidian 相同',
  'Also the file name; the first words without it': '同时作为文件名；留空则取开头的文字',
  'Beside those in the text': '文本中已有的标签之外',
  'Where it comes from: an address, a book, a person': '出处：网址、书籍或人',
  'What to choose from; none means a free answer': '可供选择的选项；没有则自由回答',
  'An answer outside the options is welcome too': '也可以给出选项之外的回答',
  'More than one option may be chosen': '可以选择多个选项',
}

// What the palette calls a tool: its name as words.
const names = {
  'Current time': '当前时间',
  'Get system info': '系统信息',
  'Quick note': '快速笔记',
  'Ask user': '向您提问',
  'Read file': '读取文件',
  'List directory': '列出文件夹',
  'Get file info': '文件信息',
  'Get env': '读取环境变量',
  'Set env': '设置环境变量',
  'Json parse': '解析 JSON',
  'Json stringify': '生成 JSON',
  'Base64 encode': 'Base64 编码',
  'Base64 decode': 'Base64 解码',
  'Reload tools': '重新加载工具',
  Sleep: '等待',
}

// Where a text stops being JSON.
const json = {
  'a key in double quotes and a colon were expected': '此处应为双引号括起的键和冒号',
  'a value was expected': '此处应为一个值',
  'there is more text after the value': '值的后面还有文字',
  'there is a comma before the closing bracket': '右括号前多了一个逗号',
}

export const window: Phrases = {
  exact: { ...hints, ...about, ...fields, ...names, ...json },
  patterns: [
    [/^"," or "(.)" was expected$/, '此处应为“,”或“{1}”'],
    [/^Not JSON: line (\S+), column (\S+), at the end: (.+)\.$/s, '不是 JSON：第 {1} 行第 {2} 列，末尾处：{*3}。'],
    [
      /^Not JSON: line (\S+), column (\S+), near ("(?:[^"\\]|\\.)*"): (.+)\.$/s,
      '不是 JSON：第 {1} 行第 {2} 列，{3} 附近：{*4}。',
    ],
    // What the schema says of one field, without the name of the tool.
    [/^Invalid input: expected (\S+), received undefined$/, '此项必填（{1}）。'],
    [/^Invalid input: expected (\S+), received (\S+)$/, '应为 {1}，实际为 {2}。'],
    [/^Invalid option: expected one of (.+)$/, '应为以下之一：{1}'],
    [/^Too small: expected \S+ to (?:be|have) (.+)$/, '过小或过短，应为 {1}'],
    [/^Too big: expected \S+ to (?:be|have) (.+)$/, '过大或过长，应为 {1}'],
  ],
}
