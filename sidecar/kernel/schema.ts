// The kernel's tables, as an ordered list of migrations. Forward only: a landed one is never edited, a new one is added.
import type { Migration } from '../store/database.ts'

export const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE calls (
        id TEXT NOT NULL UNIQUE,
        session TEXT NOT NULL,
        tool TEXT NOT NULL,
        version INTEGER NOT NULL,
        parent TEXT,
        undo_of TEXT,
        undone_by TEXT,
        state TEXT NOT NULL,
        ask INTEGER NOT NULL,
        input TEXT NOT NULL,
        prepared TEXT,
        effects TEXT NOT NULL,
        extra TEXT,
        hash TEXT,
        decision TEXT,
        receipt TEXT,
        labels TEXT,
        output TEXT,
        output_ref TEXT,
        error TEXT,
        attachments TEXT,
        approval TEXT,
        suspension TEXT,
        undoable INTEGER NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        finished_at INTEGER
      ) STRICT;
      CREATE INDEX calls_open ON calls (state) WHERE state NOT IN ('done', 'failed');

      CREATE TABLE port_calls (
        call TEXT NOT NULL,
        ordinal INTEGER NOT NULL,
        kind TEXT NOT NULL,
        method TEXT NOT NULL,
        target TEXT NOT NULL,
        args TEXT NOT NULL,
        state TEXT NOT NULL,
        result BLOB,
        undo BLOB,
        at INTEGER NOT NULL,
        PRIMARY KEY (call, ordinal)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE approvals (
        id TEXT NOT NULL UNIQUE,
        call TEXT NOT NULL,
        state TEXT NOT NULL,
        hash TEXT NOT NULL,
        card TEXT NOT NULL,
        asked_at INTEGER NOT NULL,
        answered_at INTEGER,
        reason TEXT
      ) STRICT;
      CREATE INDEX approvals_open ON approvals (state) WHERE state = 'open';
      CREATE INDEX approvals_of_call ON approvals (call);

      CREATE TABLE suspensions (
        id TEXT NOT NULL UNIQUE,
        call TEXT NOT NULL,
        place TEXT NOT NULL,
        tool TEXT NOT NULL,
        session TEXT NOT NULL,
        reason TEXT NOT NULL,
        data TEXT NOT NULL,
        state TEXT NOT NULL,
        answer TEXT,
        opened_at INTEGER NOT NULL,
        wake_at INTEGER
      ) STRICT;
      CREATE INDEX suspensions_open ON suspensions (state) WHERE state = 'open';
      CREATE UNIQUE INDEX suspensions_of_call ON suspensions (call, place);

      CREATE TABLE grants (
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        pattern TEXT NOT NULL,
        tool TEXT,
        times INTEGER,
        used INTEGER NOT NULL DEFAULT 0,
        until INTEGER,
        created_at INTEGER NOT NULL,
        revoked_at INTEGER
      ) STRICT;
      CREATE TABLE grant_uses (
        grant_id TEXT NOT NULL,
        call TEXT NOT NULL,
        PRIMARY KEY (grant_id, call)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE sessions (
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL UNIQUE,
        root TEXT NOT NULL,
        allowed TEXT NOT NULL,
        labels TEXT NOT NULL,
        opened_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE seen_targets (
        kind TEXT NOT NULL,
        target TEXT NOT NULL,
        first_at INTEGER NOT NULL,
        PRIMARY KEY (kind, target)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE tool_stats (
        tool TEXT PRIMARY KEY,
        calls INTEGER NOT NULL,
        failures INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        buckets TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE environment (name TEXT PRIMARY KEY, value TEXT) STRICT, WITHOUT ROWID;
      CREATE TABLE code_files (path TEXT PRIMARY KEY, sha256 TEXT NOT NULL, approved_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 2,
    sql: `
      ALTER TABLE calls ADD COLUMN caller TEXT NOT NULL DEFAULT 'hand';
      CREATE TABLE session_words (
        session TEXT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX session_words_of ON session_words (session);
    `,
  },
  {
    version: 3,
    sql: `
      ALTER TABLE approvals ADD COLUMN answered_by TEXT;
      ALTER TABLE approvals ADD COLUMN shown_at INTEGER;
      UPDATE approvals SET shown_at = asked_at;
      CREATE INDEX approvals_shown ON approvals (shown_at);
      CREATE TABLE dismissed_suggestions (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 4,
    sql: `
      ALTER TABLE grants ADD COLUMN per_day INTEGER;
      ALTER TABLE grant_uses ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX grant_uses_at ON grant_uses (at);
    `,
  },
  {
    version: 5,
    sql: `
      ALTER TABLE port_calls ADD COLUMN marks TEXT;
      ALTER TABLE calls ADD COLUMN prepared_labels TEXT;
    `,
  },
  {
    version: 6,
    sql: `
      CREATE TABLE reminders (
        calendar TEXT NOT NULL,
        uid TEXT NOT NULL,
        occurrence TEXT NOT NULL,
        at INTEGER NOT NULL,
        id TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        kind TEXT NOT NULL,
        starts_at INTEGER,
        recurring INTEGER NOT NULL,
        rule TEXT,
        state TEXT NOT NULL,
        due_at INTEGER NOT NULL,
        missed INTEGER NOT NULL,
        told_at INTEGER NOT NULL,
        answered_at INTEGER,
        PRIMARY KEY (calendar, uid, occurrence, at)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX reminders_by_state ON reminders (state, due_at);
    `,
  },
]
