// Sentences that work on any computer, for whoever does not know yet what can be said.
export const exampleKeys = ['ask.example.time', 'ask.example.disk', 'ask.example.note'] as const
