// The tools of the sidecar in memory: what their schemas are and which effects they have.

const text = { type: 'string' }
export const tools: Record<string, { input: object; effects: string[]; example: unknown }> = {
  current_time: { input: { type: 'object', properties: {} }, effects: [], example: {} },
  get_system_info: { input: { type: 'object', properties: {} }, effects: ['readSystem'], example: {} },
  list_directory: { input: { properties: { path: text } }, effects: ['readFile'], example: { path: '.' } },
  read_file: {
    input: {
      type: 'object',
      properties: {
        path: text,
        maxBytes: { type: 'integer', default: 100000 },
        tags: { type: 'array', items: text },
        either: { anyOf: [{ type: 'number' }, { $ref: '#/$defs/flag' }] },
        any: {},
      },
      required: ['path'],
      $defs: { flag: { type: 'boolean' } },
    },
    effects: ['readFile'],
    example: { path: 'notes.txt' },
  },
  set_env: {
    input: { properties: { name: text, value: { anyOf: [text, { type: 'null' }] } } },
    effects: ['writeEnv'],
    example: { name: 'A', value: 'b' },
  },
  ask_user: { input: { properties: { question: text } }, effects: ['askUser'], example: { question: 'Tea?' } },
  slow: { input: { properties: {} }, effects: [], example: {} },
  stuck: { input: { properties: {} }, effects: [], example: {} },
}
