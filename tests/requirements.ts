// What Steward promises, by id. A test cites the id of what it shows in square brackets in its title, and
// requirements.test.ts holds both sides together: no promise without a test, no citation without a promise.

export const requirements: Record<string, string> = {
  // Useful at once, with no account, no key and no network.
  'useful.at-once': 'A tool that needs nothing keeps its promise on its own examples with no account, key or network.',
  'useful.stub': 'A tool that needs an account says what it will do, what it needs and what to do about it.',

  // Effects are enforced, not trusted.
  'enforce.undeclared-target': 'A port refuses every target that its call did not plan, before anything happens.',
  'enforce.undeclared-port':
    'A tool gets no port that it did not declare, by whatever trick, and the attempt is audited.',
  'enforce.after-end': 'A port that outlives its call does nothing any more.',
  'enforce.empty-grant': 'A tool that is granted nothing does nothing but fail.',
  'enforce.links': 'A link that is put in the way after a path was judged gets nobody anywhere.',
  'enforce.inside': 'A path is inside a folder by its parts, never by its first letters.',
  'enforce.spelling': 'A target has one spelling, and that is what is compared.',
  'enforce.custom-tool': 'A custom tool gets nothing from modules, network, environment or processes but its ports.',
  'enforce.forged-messages': 'A custom tool that forges messages gets no further than one that does not.',
  'custom.approved-text': 'Only the very text that the user approved is ever loaded as a custom tool.',
  'custom.reload': 'New or changed custom tools are asked about file by file, with their hash.',
  'custom.breakdown': 'A custom tool that hangs, floods or dies takes nothing with it.',
  'custom.no-orphan': 'The processes of custom tools end with their call, when idle, and with Steward.',
  'custom.one-session': 'A process of a custom tool serves one session only, so nothing is carried into another.',
  'custom.like-built-in': 'A custom tool goes through the same steps as a built-in one, with less trust.',

  // Tools are declarations that can be relied on.
  'tool.names': 'Every promised tool is listed under its name and aliases, and nothing else is.',
  'tool.declared': 'A tool declares its effects from the one vocabulary.',
  'tool.examples': 'Every tool has examples, and they are valid.',
  'tool.plan-pure': 'Planning depends on the input alone and touches nothing.',
  'tool.abort': 'A tool that waits or uses a port is stopped by its signal.',
  'tool.card': 'What the approval card shows is made from the very input.',
  'registry.alias': 'A tool answers to its aliases and shows its main name.',
  'registry.no-silent-replace': 'An outside tool replaces a built-in one only where the user has said so.',
  'registry.disable': 'A tool that is switched off says so when it is called.',
  'registry.stats': 'Calls, failures and times are counted for each tool.',
  'registry.export': 'The tools can be had in the formats of other programs.',

  // Plain words, with no model.
  'intent.phrases': 'A sentence, English or Chinese, that fits a phrase of a tool is the call of that tool.',
  'intent.typed': 'A tool’s name with JSON or key=value words is that call.',
  'intent.choices': 'What is not clear is offered with what is missing, and runs nothing; nothing is guessed.',
  'intent.bounded': 'No text, however hostile or long, breaks or holds up the understanding of it.',
  'intent.secret': 'A secret that was said is shown and kept nowhere but in its call.',
  'intent.tools': 'Only what is there answers to plain words.',
  'intent.contract': 'Every tool can be asked for in both languages, by phrases that fit its input.',
  'intent.wire': 'What was said goes through the one door as a call by hand, and the session knows that it was said.',
  'intent.cli': 'Plain words work in the command and in the shell, where commands stay what they were.',

  // Dates in plain words.
  'dates.read': 'Words about time, English or Chinese, mean what people mean by them, in the user’s zone.',
  'dates.told': 'What is ambiguous comes with its choices and the reason, and what was taken for granted is told.',
  'dates.says': 'What was understood is said in the user’s language, and read again it gives the same.',
  'dates.find': 'The time in a sentence is found, and the rest of the sentence is left as it was.',
  'dates.rule': 'A recurrence in words is a rule of RFC 5545 whose first occurrence is its start.',
  'dates.clocks': 'A time that the clocks pass over or show twice is never taken in silence.',
  'dates.bounded': 'No text, however hostile or long, breaks the reading of times or holds it up.',

  // Notes are files that people own.
  'note.file': 'A note is a Markdown file with frontmatter under a name that people read and every system can hold.',
  'note.by-hand': 'Capturing a note by hand asks nothing.',
  'note.once': 'A note is whole or not there, is written once however often it is tried, and replaces no other.',
  'note.look': 'A note is read by its name in the vault, and nothing outside the vault is.',
  'note.trash': 'A note that is taken back goes to the trash, unless somebody changed it since.',
  'note.tags': 'Tags in the text of a note become its tags, as Obsidian reads them.',

  // The day at a glance.
  'briefing.parts': 'A part of the briefing that fails or is slow says so, and the rest is there.',
  'briefing.today': 'The briefing shows what waits, what was noted and done, and what deserves attention.',
  'demo.week': 'The demo is a week of real calls in an empty folder, and whatever is there already is left alone.',

  // One door for every call.
  'call.result': 'A call comes back with id, tool, state, output or error, times, receipt, labels and attachments.',
  'call.bad-output': 'A tool that returns what it did not promise fails.',
  'call.idempotent-id': 'The same call id again is the same call, and it runs once.',
  'call.no-wait': 'A call that nobody waits for is on record at once and finishes by itself.',
  'call.long-output': 'An output too long for a frame is kept whole in a file that the result names.',
  'call.timeout': 'A call that takes too long fails, and its port is told to stop.',
  'call.cancel': 'A cancelled call ends at once and frees its place.',
  'call.concurrency': 'Only so many calls run at once, and sessions take turns.',
  'call.retry': 'Only a tool that says it is idempotent is tried again.',
  'call.progress': 'Progress is told at most ten times a second, and the last always.',
  'call.batch': 'In a batch, a call that fails does not touch the others.',
  'call.leave': 'A target that becomes known in the middle of a run is put to the same policy.',
  'call.prepare': 'What is prepared may only read, and is frozen into what is approved.',
  'call.suspend': 'A parked call goes on from the top without doing anything twice.',
  'call.diverged': 'A call that does something else the second time fails before it does it.',
  'error.bad-input': 'Wrong input is refused with path, reason and an example.',
  'error.unknown-tool': 'An unknown tool is refused with the nearest name.',
  'session.root': 'Files inside the folders of a session are ordinary, and those outside are not.',
  'call.whole': 'A call is done when all it began is; what it did before a failure is told and can be taken back.',
  'call.diverged-short':
    'A call that leaves out a change when it is entered again fails, and what it did stays on record.',
  'call.look-undo': 'Taking back that was cut off is looked at by itself, and not as the effect that it takes back.',
  'call.gone-tool': 'A call can be ended although its tool is gone, which is told, and is on record by what it did.',
  'grant.leave': 'Leave for a target found on the way is charged like any other.',
  'approval.secret': 'A secret argument is on no card, and runs as it was given.',
  'approval.bytes': 'What was shown is what runs: a changed card or call is refused.',
  'approval.code': 'An approval of a custom tool’s call is for the very code that was there when it was asked.',
  'flow.origin':
    'What an agent names follows from the user, or the user is asked, with the value and where it came from.',
  'flow.unknown': 'After something untrusted was read, what nobody said counts as untrusted.',
  'flow.link': 'Links, accounts and amounts in a payload are traced like destinations.',
  'flow.sessions':
    'Recorded sessions with tools of many kinds are judged as a careful person would, in any spelling of their results.',
  'flow.suites':
    'An agent that does whatever a bill, a transfer or a review tells it gets nothing past the user, and few tasks ask.',
  'flow.text': 'A result that comes as text is taken apart whole and strictly, or is one text.',
  'flow.spelling': 'A value is the same in other spellings, and a part of it is another value.',
  'flow.naming': 'Only what the user named as a thing is named: no count, no plain word of a sentence.',
  'flow.pasted': 'What the user only shows is not the user’s word.',
  'flow.dictated': 'To whoever is merely there, only a message goes that says nothing but what the user said.',
  'flow.secret': 'A secret is found in other spellings and over several fields; what the user says openly is none.',
  'flow.failed': 'What a failed call says is a stranger’s text.',
  'flow.fails-closed': 'What can not be looked at is asked about, and every call has one answer.',
  'flow.no-grant': 'No standing grant covers what follows from untrusted text.',
  'flow.stored':
    'Labels are stored with whatever is written, and come back with it, in whichever session and after a restart.',
  'flow.stored-ceiling':
    'A label in a file can lower what the reading tool declares and never raise it; a strange one is a stranger’s.',
  'flow.stored-parts':
    'Of several things that are read each keeps its own labels, and what is made of them has the lowest.',
  'flow.contacts':
    'Whom the user put into the address book is trusted at once, by address and by exact name, and nobody else.',
  'flow.hand': 'What the user does by hand is the user’s word.',
  'flow.replay': 'Recorded sessions of other agents can be judged without running anything.',
  'session.labels': 'The labels of a session only ever grow stricter.',
  'stop.latch': 'STOP aborts what runs, lets no effect through, survives a restart, and only the user lifts it.',
  'stop.wire': 'In the real process STOP ends what runs together with its child processes.',
  'stop.through-busy': 'STOP gets through however busy the sidecar is.',

  // Asked seldom, shown exactly.
  'policy.effects': 'Every kind of effect has a weight and a sentence.',
  'policy.score': 'The score is what a careful person would expect.',
  'policy.receipt': 'Every point of a score has its line, and the lines add up to the score.',
  'policy.default-rules':
    'The default rules load, loosen nothing, and ask about secrets, outside files, new code, money, publishing and accounts.',
  'policy.rule-file': 'A rule file with a fault or a wrong example is refused whole, with the rule and the reason.',
  'policy.rule-merge': 'A rule of the user replaces the default with its id, but never one of the floor.',
  'policy.rule-applies': 'A rule speaks about exactly the kinds, tools, targets and facts that it names.',
  'policy.rule-narrow': 'A rule can be narrowed by session, hours, days and labels; what is not known loosens nothing.',
  'policy.rule-index': 'However many rules there are, every one that speaks is found.',
  'policy.rule-files': 'A rule file is refused by file, line and reason, and what was in force from it stays.',
  'policy.user-rules': 'Rules of the user come into force at once, are on record, and a refused file is shown.',
  'policy.backtest': 'Rules can be replayed over the log: each decision that changes is named, and what is not known.',
  'policy.backtest-whole':
    'A decision is recorded with all that a rule could have asked for, so that no rule has to guess later.',
  'policy.modes': 'Plan mode lets nothing change, and drafts-only mode lets nothing leave.',
  'policy.attention': 'Quiet hours and the budget only say when a question is shown, and none is left out.',
  'policy.attention-clock':
    'Quiet hours end when the user’s clock shows their end, also in a night in which it is changed.',
  'policy.hostile': 'No text in a rule or a call breaks the policy.',
  'policy.order':
    'Of the rules that match the strictest wins, deny beats everything, and without one the score decides.',
  'policy.pure': 'The decision is a pure function of what it is handed.',
  'policy.review': 'A review scores and decides and changes nothing.',
  'policy.deny': 'A denied call ends before its port.',
  'policy.warn': 'A call that is warned about goes on, and the user is told.',
  'policy.ask-nobody': 'A question with nobody to ask is a refusal, never a yes.',
  'policy.pattern': 'Patterns match by their few rules and by nothing else.',
  'policy.pattern-literal': 'The pattern of one target fits that target and no other.',
  'policy.pattern-mail': 'A pattern that lets mail pass fits one plain address at a time, and its star stops at the @.',
  'policy.pattern-cost': 'No pattern takes longer than pattern times target.',
  'policy.grant':
    'A grant holds for its kind, pattern, tool, count and time, never against a deny, and is spent once a call.',
  'policy.explain': 'What the policy would say can be had without running anything.',
  'approval.bound': 'An approval is bound to the exact bytes of the call it showed.',
  'approval.stale': 'An answer to anything else than what was shown is refused, and the first answer wins.',
  'approval.integrity':
    'What the user approved is what runs, byte for byte; whatever was changed in between is refused or asked anew.',
  'approval.stopped': 'While STOP is set no yes is taken: the question stays open, and a no is still a no.',
  'approval.batch': 'Several are answered in one commit, a tick each, and one that is stale does not touch the others.',
  'approval.first': 'Of answers that come at once one wins, and the others are told which and from where.',
  'approval.lookalike': 'A name that is not what it looks like is said to be so on the card.',
  'grant.suggest':
    'What was allowed again and again is suggested as a grant, never where there was doubt, and never taken unasked.',
  'grant.wide':
    'Leave for everything that weighs much has a limit, and is never given for money, accounts, code and the public.',
  'grant.left': 'A grant says what is left of it, in all and today.',
  'grant.daily':
    'A limit by the day holds from midnight to midnight where the user is, over restarts and changed clocks.',
  'attention.budget':
    'Quiet hours and the attention budget hold announcements back, the riskiest first, and let nothing through.',
  'approval.edit': 'An edited input is planned, scored and hashed anew.',
  'approval.parked': 'A question with nobody there waits, and says how it is answered.',
  'approval.shown-whole': 'A card shows every target in full.',
  'approval.grant': 'With an answer, leave for exactly the same effects can be given and taken back.',
  'approval.wire': 'In the real process, over the wire, an approval lets exactly what was shown run, once.',
  'flow.labels': 'Labels that are put together only grow stricter.',

  // It can be taken back.
  'undo.call': 'A call that can be taken back is, once, by the user alone.',
  'undo.restores': 'Taking back restores what was there, and does not overwrite what came after.',

  // Everything is written down, and a change to it shows.
  'audit.before-effect': 'Nothing runs before its audit record is on the disk.',
  'audit.canonical': 'One value has one spelling (RFC 8785).',
  'audit.chain': 'Every record names the hash of the one before it.',
  'audit.tamper': 'Every change to the log is found, and the first bad record is named.',
  'audit.loss-shows': 'A log that lost its end does not hide it by going on.',
  'audit.redacted': 'Secrets are masked before they are written.',
  'audit.hostile': 'No text can break a line of the log.',
  'audit.disk-full': 'A record that the disk refuses waits, and is written in order when it can be.',
  'audit.torn': 'A process that died in the middle of a line leaves a log that still verifies.',
  'audit.sealed': 'Checkpoints are signed, each key names the next, and the old one is destroyed.',
  'audit.seal-crash': 'A process that ends at any write leaves a log that verifies and a key that fits it.',
  'audit.seal-refused': 'A disk that refuses a seal spoils neither the log nor the next seal.',
  'audit.keychain':
    'The key that seals the log is shut by the keychain where there is one, and nothing waits for that.',
  'audit.keychain-crash': 'A process that ends while the key moves to the keychain leaves a key that fits.',
  'audit.restored': 'A backup that was put back is on record, once, whether or not the key fits.',
  'audit.roll-back': 'Putting back an older log, key, anchor or database, but not all of them, is found.',
  'audit.old-keys': 'Who holds the key of today can not rewrite what was sealed before.',
  'audit.proof': 'The records of a call and their proof verify without the log.',
  'audit.newest': 'Records are read from the newest back, and no further than asked.',
  'audit.exit': 'A log that does not verify ends the command with its own exit code.',

  // Nothing is lost on kill -9.
  'crash.planned': 'A call killed while it is planned goes on.',
  'crash.waiting': 'A call killed while it waits for the user still waits, with the same question.',
  'crash.running': 'A call killed while it runs goes on where that is safe, and is said to be unknown where it is not.',
  'crash.suspended': 'A call killed while it is parked is still parked, and repeats nothing.',
  'crash.recovery': 'Recovery may itself be killed, and never drives a call twice.',
  'crash.no-loss': 'After any kill, every call that was acknowledged is there.',
  'crash.no-double': 'After any kill, no effect is carried out twice.',
  'crash.random': 'After any number of random kills no call is lost, none runs twice, and what waited still waits.',
  'crash.writes': 'A kill between any two writes leaves a state that the next start understands.',
  'crash.boundaries':
    'A kill at any write, sync, statement or effect loses nothing, repeats nothing and leaves a log that verifies.',
  'crash.refused':
    'A write that the disk refuses leaves no effect without its record, and all goes on when there is room.',
  'crash.unwritable': 'What can never be written is told, and keeps nothing else from being written.',
  'lock.second-sidecar': 'A second sidecar on one data folder is told who holds it, and harms nothing.',
  'lock.killed-holder': 'The folder of a killed holder is free at once.',
  'store.migrate': 'A database of every earlier version comes to the newest with its rows, or stays as it was.',
  'store.too-new': 'A database of a newer version is refused, and not one byte of it changes.',
  'store.damaged': 'What is no database, or half of one, is called damaged and left alone.',
  'store.read-only': 'A data folder that can not be written is refused with a clear error.',
  'store.doctor': 'Where the disk refuses writes the doctor says so, and tells everything else all the same.',
  'store.private': 'Nothing on disk can be read by other users.',
  'store.transaction': 'A transaction is all or nothing.',
  'store.backup': 'A backup made while Steward works restores everything.',
  'store.restore-crash': 'A restore that is killed at any step is completed or undone at the next start.',
  'store.archive-hostile': 'A hostile or damaged archive is refused whole.',
  'store.folders': 'Folders are where the platform wants them, or all under STEWARD_HOME.',

  // The wire.
  'wire.initialize': 'The first request of a connection is initialize.',
  'wire.methods': 'Every method answers what the contract promises.',
  'wire.broken-line': 'Whatever is on a line gets a defined answer or is skipped.',
  'wire.unknown-method': 'An unknown method gets -32601.',
  'wire.bad-params': 'Wrong params get -32602 with path and reason.',
  'wire.refused': 'What a tool or the kernel refuses comes with its code and hint.',
  'wire.hand': 'What only the hand may do can not be done by a guest.',
  'wire.busy': 'More than may be in flight gets -32001.',
  'wire.cancel': 'A cancelled request is answered at once, and its work is aborted.',
  'wire.batch': 'A batch is answered as one.',
  'wire.frame-limit': 'A frame over 16 MB is refused and skipped.',
  'wire.frames': 'The same bytes give the same frames, however they arrive.',
  'wire.nesting': 'No depth of nesting overflows anything.',
  'wire.prototype': 'No message changes a prototype.',
  'wire.events': 'Events reach who wants them, and a slow reader costs bounded memory.',
  'wire.stdout': 'Nothing but frames is ever printed on stdout.',
  'wire.exit': 'The sidecar ends when its stdin closes or its parent dies.',
  'wire.socket': 'The socket speaks the same frames, to its owner only.',
  'wire.fuzz': 'Any number of hostile lines neither crash nor hang the sidecar, nor make it grow.',

  // The command line.
  'cli.one-shot': 'What one command parked, a later one answers, custom tools included.',
  'cli.side-by-side':
    'Commands that run at the same time on one data folder all succeed, and take over from one another.',
  'cli.exit-codes': 'Every outcome has an exit code that scripts can test.',
  'cli.json': 'With --json every command prints exactly one JSON value.',
  'cli.help': 'Help fits on a screen, and every command has an example that works.',
  'cli.hostile-text': 'Text from data is shown, never obeyed.',
  'cli.colours': 'Colours are there on a terminal only.',
  'cli.interrupt': 'Ctrl-C cancels the call, and the exit code says so.',
  'cli.shell': 'The session on a terminal or a pipe goes on after every error.',
  'cli.input': 'The words of a command become the input that the schema asks for.',
  'cli.launcher': 'The launcher moves onto the pinned runtime.',

  // The shell: the program behind the window.
  'shell.host': 'A request that comes under any other name than 127.0.0.1 and our port is refused.',
  'shell.origin': 'A page of any other origin is refused, with the key too, and gets no leave by asking first.',
  'shell.token': 'The address that opens the window lets one page in, once, within ten minutes of one launch.',
  'shell.key': 'Without the key of this launch there is no wire, no status, no restart, no quitting and no link.',
  'shell.files': 'Only the files of the built page are served, whatever path is asked for.',
  'shell.limits':
    'Other methods, huge or endless requests and links that start programs get nothing and hold up nobody.',
  'shell.headers': 'Every answer carries the same strict policy and headers.',
  'shell.one-listener': 'The program and its children listen on one port, of this computer alone.',
  'shell.wire': 'Each page is a client of its own on the sidecar, message by message.',
  'shell.pressure': 'A page that floods or never reads holds up itself only.',
  'shell.quit': 'Quitting tells the pages and ends every process that was started.',
  'shell.flags': 'Wrong arguments, or a port that is taken, are told with what to do.',
  'shell.restart': 'A sidecar that dies is started again once, and after that when the user says so.',
  'shell.hung':
    'A sidecar that does not answer is told so, and is ended and started again at one press, if it is ours.',
  'shell.demo-left': 'A demonstration whose shell was killed is removed by a later one, once it is a day old.',
  'page.one-line': 'Whatever happens to the sidecar, a window has one line to it, and each event counts once.',
  'page.typed': 'What was typed is still there when the sidecar was gone for a moment.',
  'page.hung': 'A sidecar that does not answer is told in the window, and so is a STOP that nobody took.',
  'page.slim': 'The window keeps no outputs of calls, and no more than some thousand calls.',
  'page.name': 'Each window has a name of its own.',
  'shell.crash': 'A window that breaks down is opened again, with the reason told.',
  'shell.log': 'The last lines of a sidecar are there to be shown, few and without secrets.',
  'shell.no-orphan': 'A shell that is killed leaves no process behind.',
  'shell.attach': 'A sidecar that runs already is used, and left running.',
  'shell.demo': 'The demonstration lives in a folder of its own, which is gone afterwards.',

  // The page in the window, in a real browser.
  'page.approval': 'A call that needs leave is begun, shown, answered and done in the window.',
  'page.edit': 'What is edited on a card is planned, scored and asked anew before it runs.',
  'page.deny': 'A no can have a reason, and whoever asked gets it.',
  'page.longer': 'Leave for longer holds as often and as long as was said.',
  'page.batch': 'Questions of a kind are answered by ticks, and nothing is ticked to begin with.',
  'page.reload': 'A window that is loaded again shows the questions that wait.',
  'page.two-windows': 'Of two windows that answer one question one wins, and the other is told.',
  'page.keyboard':
    'Everything can be done by keys, the focus starts on the safe choice, and no stray key allows anything.',
  'page.undo': 'What was done can be taken back from the message about it, and later from the list.',
  'page.steady': 'A card that has just come or moved takes no answer: a press too many answers nothing.',
  'page.exact': 'What will be sent to a tool is shown with every unusual space and every empty value made visible.',
  'page.stop': 'STOP is one press away, ends what runs, and holds until it is lifted.',
  'page.back': 'A window whose sidecar died says so, shows its last words, and goes on when it is back.',
  'page.token': 'The address of the window lets one page in; another is told that it was used.',
  'page.place': 'Reload, back and forward keep the place.',
  'page.offline': 'The page asks for nothing that is not on this computer.',
  'page.hostile-text': 'Text of others is shown as text, wherever it comes up, with nothing in it invisible.',
  'page.language': 'The window speaks English or Chinese, as the system does or as it is chosen.',
  'page.theme': 'The window is light or dark, as the system is or as it is chosen.',
  'page.motion': 'Nothing moves where less motion is wanted.',
  'page.accessible': 'The checker axe-core finds nothing serious in any view, theme or language.',
  'page.fits': 'From 900 by 600 on nothing is cut off at the side, and nothing lies over STOP.',

  // First tools and ports.
  'port.special-files': 'Pipes, devices and sockets are turned away, and a file is read by range.',
  'port.environment': 'What is set hides what was there, and the real environment is not touched.',
  'port.secret-names': 'What looks like a secret is neither read nor shown unless it is asked for.',
  'port.no-hardware-ids': 'No hardware address leaves the system port.',
  'ask.question': 'A question to the user is parked, and its answer is checked when it comes.',

  // The desktop: a window, one shell, notices, and being there from login on.
  'activity.list':
    'The list of calls is gone through by keyboard to its end, draws what is seen only, and keeps its place as calls come.',
  'activity.find': 'Calls are found by their state and by their tool, however old they are.',
  'activity.detail': 'A call is shown in full, with its files, and can be taken back or cancelled from there.',
  'page.notes': 'A note is captured, found, read and taken back in the window.',
  'page.meant': 'Words are run only as they were understood; a note is written only where it is chosen.',
  'page.once': 'Enter pressed again and again does a thing once.',
  'page.drafts': 'What was typed into a form is still there after another view.',
  'page.field': 'What is wrong with a field is said at the field, before it is sent where that can be known.',
  'page.quit': 'Steward can be ended from the window.',
  'page.waiting': 'What is parked shows what it waits for, and goes on or ends from the window, with the way back.',
  'page.settings': 'Each setting is saved as it is changed, can be undone, and says at the field what is wrong.',
  'page.doctor': 'The window shows what the doctor finds, and makes a backup.',
  'page.chinese': 'Every text of the page is there in both languages, with the same gaps.',
  'page.said': 'What the sidecar says has its translation, and a new sentence without one is found.',
  'window.opens': 'The window shows the page where it was, and the one-time address is on no command line.',
  'window.remembers': 'A window comes back in its size and place, unless that is absurd or on no screen.',
  'window.raise': 'A window that is raised comes to the front.',
  'window.closes': 'A window that is closed is gone, and whoever opened it is told.',
  'window.no-orphan': 'No window outlives a shell that was killed.',
  'window.stays': 'Nothing in the page leads the window away from it.',
  'window.none': 'Where no window comes up, it is said what to do instead.',
  'shell.one': 'A second start raises the window of the first; of several at once exactly one is first.',
  'notify.told': 'What waits for the user is told once, a burst as a number, and nothing where that is switched off.',
  'notify.plain': 'A notification is plain and short, holds no secret, and its text is never part of a script.',
  'notify.click': 'A click on a notification raises the window.',
  'tray.item':
    'Where the desktop has a tray, Steward is in it with its icon, its state and its menu, in both languages.',
  'tray.act': 'A click on the icon or an entry does what it says, and only what is offered at that moment.',
  'tray.again': 'The icon is there again when the panel or the bus comes back.',
  'tray.none': 'Where there is no tray, or it goes away, the program starts and goes on without one.',
  'tray.stay': 'Closing the last window leaves Steward in the tray, which is told once; without a tray it ends.',
  'tray.hostile': 'Nothing that comes over the bus crashes it, makes it grow or gets more than an answer.',
  'tray.script': 'No text is ever part of the scripts that hold the icon, and they end with the shell.',
  'autostart.quoting': 'What starts at login is what was meant, whatever the folders are called.',
  'autostart.exact': 'Switching the start at login off takes away exactly what switching it on made.',

  // Fast and light.
  'fast.loop': 'The loop goes on turning while a port works.',

  // The outside surface changes only where somebody sees it.
  'pins.surface': 'Effects, codes, methods, events, rules and states are what they were.',
  'pins.audit-line': 'An audit record has the keys it had.',

  // Calendars.
  'calendar.corpus': 'Every case of the calendar corpus has the occurrences that independent readers find.',
  'calendar.lossless': 'A calendar file is written back byte for byte, but for what was changed in it.',
  'calendar.times':
    'Zones, changes of clocks, lengths, exceptions and moved occurrences come out as RFC 5545 has them.',
  'calendar.rules':
    'A repeating rule means what an independent implementation says, from its start or from its middle.',
  'calendar.bounded': 'No calendar, however large, deep or endless, takes more than a bounded time and memory.',
  'calendar.create': 'A new event is read back equal.',
  'calendar.free': 'Busy and free times honour status, working hours, buffers and the zones of everybody.',
  'calendar.zonetext': 'The VTIMEZONE that is written says by itself what IANA says, for every zone.',
  'briefing.days':
    'The day shows what is left of it, what is due and what was not answered; a calendar that fails is named.',
  'days.doctor': 'The doctor names calendars that are not whole and accounts that do not answer, with what to do.',
  'days.cli':
    'Calendars, tasks, reminders and accounts work from the command line, in the words people use; nothing unclear is done.',
  'task.create': 'A new task is read back equal, also by an independent reader.',
  'task.read': 'Tasks of other programs are shown as they are meant; of a repeating one, what is to be done now.',
  'task.change': 'A task is changed where it must be, and every other byte of its file stays.',
  'task.recur': 'Completing a repeating task goes through the dates of its rule to the last one.',
  'task.interop': 'An independent program reads the tasks that Steward wrote, and Steward those that it wrote.',
  'task.order': 'Tasks stand in their natural order, each with its parts under it, and are found by what is asked.',
  'reminder.stored': 'A reminder is a task that rings; one before an event is stored by the event and follows it.',
  'alarm.times': 'Alarms ring for every occurrence, when an independent count says, and never for what is over.',
  'time.resolve':
    'When something is comes from stamps or words; where it is not clear, every choice can be given back.',
  'agenda.hostile': 'Whatever stands in a file or is said is read or refused with a code, in a bounded time.',
  'agenda.line':
    'A line in plain words becomes an event, a task or a reminder, shown before it is saved; else it says why not.',
  'agenda.slots': 'Free time is told one line a day, for pasting, also by the clocks of others.',
  'time.safety': 'A time that is wrong or not clear stops with the choices; what is odd about it is told.',
  'calendar.change':
    'One, this and all following, or all of a series are changed or removed, and the others stay as they were.',
  'calendar.marks': 'Labels and calls are noted in a resource, each once, and no text can get out of its line.',
  'calendar.resources': 'A file of many events becomes one text for each, with its zones, and one file again.',
  'calendar.invitation': 'Attendees are sent the event as it is, without what is only the sender’s.',
  'calendar.meant':
    'A calendar, an event or a task is named by its id or its title; what is not clear is told with the choices.',
  'calendar.conflicts': 'What needs the user at the same time is told as a conflict.',
  'calendar.window': 'A span to look at is read from plain words or dates.',
  'calendar.tools':
    'Events are made, changed, moved and removed through the one door, as files, and each of it is taken back.',
  'calendar.safe-times': 'An event is not made at a time that does not exist, comes twice or contradicts itself.',
  'calendar.wire':
    'The user looks at calendars without a record, and moves files in and out with one that can be taken back.',
  'calendar.ports':
    'Ports write only over what was looked at, once, with the label and the call; tasks and events are kept apart.',
  'calendar.undo': 'A change of the calendar is taken back byte for byte, and never over somebody else’s.',
  'calendar.server':
    'Events on a real CalDAV server are made, changed, removed and taken back; two clients never overwrite one another.',
  'calendar.secrets': 'The password of an account is in no file, log, record or answer.',
  'calendar.move': 'An event that is moved keeps its length, and its time or its day where only the other is said.',
  'crash.calendar': 'Events that were told to be made are there once, whenever the sidecar is killed.',
  'calendar.labels': 'Labels are stored with events and tasks, and come back with them.',
  'tasks.times': 'When a task is due, starts and repeats is read from plain words or stamps.',
  'tasks.tools': 'Tasks are made, listed, changed and completed, and each of it is taken back.',
  'reminders.tools': 'Reminders are set, listed and cancelled; one before an event moves with it.',
  'calendar.view': 'An event is shown with what its file has, in bounded size, and nothing else.',
  'calendar.khal':
    'What Steward wrote is listed by khal at the same times, and Steward reads and changes what khal wrote.',
  'calendar.cli': 'The command lists what a calendar file says happens, without a sidecar.',
  'reminder.once':
    'A reminder is told at its time, once, whatever happens to the process; what was told is listed until it is answered.',
  'reminder.missed': 'What came due while nothing ran is told at the next start and says so, up to 30 days back.',
  'reminder.clock': 'A clock that is set, or a computer that sleeps, neither loses a reminder nor has one told twice.',
  'reminder.taken-back': 'What was cancelled, moved or deleted before its time is not told.',
  'reminder.stop': 'While STOP is set no reminder is told; when it is lifted all of them are.',
  'reminder.answer':
    'A reminder that was told can be dismissed or put off, also after a restart; both are on record without its words.',
  'reminder.desktop': 'Without a window the sidecar in the background shows reminders itself, and never beside one.',
  'calendar.providers': 'Every kind of calendar keeps, gives back, changes and takes away in the same way.',
  'calendar.conflict': 'A write replaces only what it was made from; of several at once exactly one comes through.',
  'calendar.local': 'Local calendars are folders of .ics files that other programs share; what goes lies in a trash.',
  'calendar.feeds':
    'The address of an .ics file is fetched if it changed, within limits, and its last good copy stays while it is down.',
  'calendar.broken':
    'A file that is broken, huge, endless or out of reach is told, stays as it is, and costs no other calendar anything.',
  'calendar.thread':
    'Calendars are read in a thread that is replaced when it hangs or dies, ends when idle and keeps no process alive.',
  'calendar.crash': 'A local calendar whose writer is killed has the old entry or the new one, whole.',
  'calendar.range': 'A question passes over files that can have nothing to say to it, and over no others.',
  'calendar.agenda': 'All calendars answer together, each with its faults, and one that fails stops no other.',
  'secrets.shut': 'Passwords are shut in a file, with the key in the keychain or in a second file of mode 0600.',
  'secrets.lost': 'A password whose key is gone is asked for again, in plain words.',
  'secrets.crash': 'A process that is killed while it writes loses no password that was kept before.',
  'secrets.backup': 'No backup holds passwords or what opens them.',
  'secrets.nowhere': 'A password stands in no setting, log, event, error or file but the one it is shut in.',
  'caldav.discover': 'A CalDAV account is found from an address, a host or an e-mail address, or it is said why not.',
  'caldav.write': 'What is written to a server goes only over what is known to be there, and is read back.',
  'caldav.cut': 'Where a connection breaks, what became of a change is looked at before anything is said of it.',
  'caldav.sync':
    'A synchronisation moves what changed and nothing else, and a kill at any moment only means another one.',
  'caldav.down': 'A server that is down is told; its copies are read, and other accounts go on.',
  'caldav.hostile':
    'No server gets the password of another, leads out of its calendar, or takes more than a bounded share.',
  'caldav.accounts': 'An account is kept only after it worked, and forgotten with its password and its copies.',
  'window.hours':
    'In the window an instant is drawn where it is on days of 23, 24 and 25 hours, and found again from where it is drawn.',
  'window.lanes': 'Events at the same time lie side by side, and what has no room in a month is counted.',
  'window.calendar':
    'Events are seen by day, week, month and list, found by words, and made, changed and deleted in the window, with the way back.',
  'window.eventform':
    'The dialog of an event reads times as people write them, keeps lengths and days, says at the field what is wrong, and keeps what was filled in.',
  'window.quick':
    'A line in plain words shows what it was understood as, and nothing is saved while that is not clear.',
  'window.move': 'An event is moved and resized by hand or by keys through the same approvals and undo as any call.',
  'window.scope': 'Of a recurring event it is asked which are meant, and the least is the first choice.',
  'window.clear':
    'Messages are short, few at a time, and never lie on the buttons of a dialog or the answers to a question.',
  'window.slots': 'Free time is found, copied as text, and begun from.',
  'window.reminders': 'A reminder that is due is shown over every view until it is dismissed or put off.',
  'window.accounts':
    'Calendars elsewhere are connected, synced and removed in the settings, and .ics files go in and out.',
  'window.tasks': 'Tasks are added, ticked off, ranked, narrowed and changed by keys, with the way back.',
}
