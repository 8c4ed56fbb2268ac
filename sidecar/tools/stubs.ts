// Tools that are promised and listed, and can't work yet. Calling one says what is missing; when it comes, its row goes.
import { type Category, defineStub, type Stub } from '../kernel/define.ts'

type Row = [name: string, effects: Stub['effects'], summary: string, aliases?: string[]]

interface Group {
  category: Category
  needs: string
  how: string
  rows: Row[]
}

const later = 'a later version of Steward'
const notYet =
  'It is not in this version yet; nothing needs to be configured. Update Steward when a new version is out.'

const groups: Group[] = [
  {
    category: 'mail',
    needs: `${later}, and a mail account (IMAP and SMTP) unless your mail is in a Maildir on this computer`,
    how: 'It is not in this version yet. It will ask for the address, the servers and an app password or a sign-in.',
    rows: [
      ['email_check', ['readMail'], 'Shows what is in the inbox and what needs a reply.'],
      ['email_read', ['readMail', 'writeFile'], 'Reads a message or a thread, and saves attachments on request.'],
      [
        'email_send',
        ['readMail', 'readFile', 'sendMail'],
        'Sends, replies or forwards, through an outbox that can take it back.',
      ],
      ['email_draft', ['draftMail'], 'Saves a draft.'],
      ['email_organize', ['organizeMail'], 'Flags, marks, archives, moves and bins messages.'],
    ],
  },
  {
    category: 'mail',
    needs: later,
    how: `${notYet} It will keep contacts on this computer, and with a CardDAV account if you have one.`,
    rows: [
      ['find_contact', ['readContacts'], 'Finds people in your address book.'],
      ['save_contact', ['readContacts', 'writeContacts'], 'Saves a person to your address book.'],
    ],
  },
  {
    category: 'browser',
    needs: `${later}, and an installed Chromium, Chrome or Edge`,
    how: 'It is not in this version yet. It will use a browser that is installed, with a profile of its own.',
    rows: [
      ['browser_navigate', ['browsePage'], 'Opens an address and returns the page.'],
      ['browser_snapshot', ['browsePage'], 'Describes the page with short references to act on.'],
      ['browser_click', ['actOnPage'], 'Clicks an element.', ['browser_action']],
      ['browser_type', ['actOnPage'], 'Types into an element.'],
      ['browser_select', ['actOnPage'], 'Chooses in a list.'],
      ['browser_press', ['actOnPage'], 'Presses a key.'],
      ['browser_scroll', ['browsePage'], 'Scrolls.'],
      ['browser_hover', ['actOnPage'], 'Moves the pointer over an element.'],
      ['browser_drag', ['actOnPage'], 'Drags an element to another.'],
      ['browser_dialog', ['actOnPage'], 'Answers a dialog of the page.'],
      ['browser_wait', ['browsePage'], 'Waits for something on the page.'],
      ['browser_tabs', ['browsePage'], 'Lists, opens, chooses and closes tabs.'],
      ['browser_upload', ['readFile', 'actOnPage'], 'Gives files to the page.'],
      ['browser_download', ['browsePage', 'writeFile'], 'Saves what the page offers.'],
      ['browser_screenshot', ['browsePage'], 'Takes a picture of the page or an element.'],
      ['browser_evaluate', ['scriptPage'], 'Runs JavaScript in the page.'],
      ['browser_handoff', ['browsePage', 'askUser'], 'Hands the page to you, for a login, and goes on after it.'],
      ['browser_close', ['browsePage'], 'Closes the browser.'],
    ],
  },
  {
    category: 'notes',
    needs: later,
    how: `${notYet} Notes will be Markdown files on this computer.`,
    rows: [
      ['save_to_vault', ['writeVault'], 'Keeps knowledge with its source and tags.', ['memory_store']],
      ['search_vault', ['readVault'], 'Searches notes by word and by meaning.', ['memory_search']],
      ['auto_learn', ['readVault', 'writeVault'], 'Proposes facts worth keeping; you accept them.'],
      ['snippet_save', ['readVault', 'writeVault'], 'Saves a snippet by name.'],
      ['snippet_load', ['readVault'], 'Loads a snippet.'],
      ['snippet_list', ['readVault'], 'Lists snippets by name, tag and language.'],
      ['get_news', ['fetchUrl'], 'Reads news feeds, newest first.'],
      ['check_weather', ['fetchUrl'], 'The weather now and in the next days.'],
      [
        'daily_briefing',
        ['readCalendar', 'readMail', 'readTasks', 'readVault', 'fetchUrl'],
        'Your day on one page, with sources.',
      ],
    ],
  },
  {
    category: 'files',
    needs: later,
    how: notYet,
    rows: [
      [
        'write_file',
        ['readFile', 'writeFile'],
        'Writes a file: staged, shown as a diff, undoable.',
        ['file_write', 'write'],
      ],
      ['edit_file', ['readFile', 'writeFile'], 'Replaces text in a file; what is ambiguous is refused.', ['edit']],
      ['glob', ['readFile'], 'Finds files by pattern.'],
      ['search_code', ['readFile'], 'Searches files by text, symbol or meaning.', ['grep', 'code_query']],
      ['code_index', ['readFile', 'writeVault'], 'Indexes a code base.'],
      ['create_directory', ['writeFile'], 'Creates a folder.'],
      ['move_file', ['readFile', 'writeFile', 'deleteFile'], 'Moves or renames a file.'],
      ['delete_file', ['deleteFile'], 'Moves a file to the trash.'],
      ['read_pdf', ['readFile', 'sendRequest'], 'Reads the text of a PDF.'],
      ['run_command', ['runCommand'], 'Runs a command in a sandbox where there is one.', ['bash', 'shell_exec']],
      ['check_code_quality', ['readFile'], 'Looks for complexity, weaknesses and smells in code.'],
      ['batch_check_quality', ['readFile'], 'Checks the quality of many files.'],
    ],
  },
  {
    category: 'web',
    needs: later,
    how: `${notYet} A search service with a key will be possible, and not necessary.`,
    rows: [
      ['crawl_url', ['fetchUrl'], 'Fetches a page as Markdown.', ['web_fetch']],
      ['web_search', ['fetchUrl'], 'Searches the web.'],
      ['http_request', ['fetchUrl', 'sendRequest'], 'Sends an HTTP request.', ['http_get', 'http_post']],
    ],
  },
  {
    category: 'system',
    needs: `${later}, and a speech engine on this computer or an endpoint`,
    how: 'It is not in this version yet. It will find the speech engine of the system, or take the address of an endpoint.',
    rows: [
      ['voice_output', ['speak', 'writeFile'], 'Says a text aloud or into a file.'],
      ['voice_input', ['listen', 'readFile', 'sendRequest'], 'Turns speech from the microphone or a file into text.'],
    ],
  },
  {
    category: 'system',
    needs: `${later}, and a graphical desktop`,
    how: 'It is not in this version yet. The system will ask once whether Steward may see and use the screen.',
    rows: [
      ['screenshot', ['seeScreen'], 'Takes a picture of the screen.'],
      ['computer_use', ['seeScreen', 'controlComputer'], 'Uses mouse and keyboard on the desktop.'],
    ],
  },
  {
    category: 'system',
    needs: `${later}, and an image service with its address and key`,
    how: 'It is not in this version yet. It will take the address and the key of a service of your choice.',
    rows: [['generate_image', ['sendRequest'], 'Makes a picture from a description.']],
  },
  {
    category: 'planning',
    needs: later,
    how: notYet,
    rows: [
      ['todo_write', ['writeTasks'], 'Keeps a plan as a checklist.'],
      ['plan_mode', ['writeTasks'], 'Plans without acting: nothing with an effect runs.'],
      ['skill', ['readFile', 'callTool'], 'Follows a skill from a SKILL.md folder.'],
      ['run_chain', ['callTool'], 'Runs tools one after another, each a call of its own.'],
      ['mcp', ['callMcp'], 'Lists, starts, stops and calls MCP servers.'],
      ['tool_create', ['createTool', 'readAudit'], 'Proposes a new tool from what you do often.'],
      ['strategy_optimize', ['createTool', 'readAudit'], 'Proposes better chains and rules.'],
      ['self_evaluate', ['readAudit'], 'Says what failed lately, and why.'],
      ['learn_pattern', ['createTool', 'readAudit'], 'Finds what you approve again and again.'],
    ],
  },
  {
    category: 'planning',
    needs: `${later}, and a language model (an endpoint with its key, or a local one)`,
    how: 'It is not in this version yet. It will take the address and the key of a model of your choice.',
    rows: [
      ['task', ['spawnAgent', 'callTool'], 'Gives a task to a sub-agent that may do less than you.'],
      ['spawn_agent', ['spawnAgent', 'callTool'], 'Starts a sub-agent.'],
      ['agent_message', ['spawnAgent', 'callTool'], 'Sends a message to a sub-agent.'],
      ['workflow_orchestrate', ['spawnAgent', 'callTool'], 'Lets several sub-agents work on one goal.'],
    ],
  },
]

export const stubs: readonly Stub[] = groups.flatMap(({ category, needs, how, rows }) =>
  rows.map(([name, effects, summary, aliases]) =>
    defineStub({ name, summary, category, effects, needs, how, ...(aliases === undefined ? {} : { aliases }) }),
  ),
)
