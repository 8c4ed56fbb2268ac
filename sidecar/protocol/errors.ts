// Codes of the wire itself. What a tool or the kernel refuses comes as -32000 with its own code in `data.code`.

export const wireErrors = {
  PARSE: { code: -32700, message: 'This line is not JSON.' },
  INVALID: { code: -32600, message: 'This is not a JSON-RPC 2.0 request.' },
  NO_METHOD: { code: -32601, message: 'There is no such method.' },
  BAD_PARAMS: { code: -32602, message: 'The params do not fit the method.' },
  INTERNAL: { code: -32603, message: 'A fault in Steward.' },
  REFUSED: { code: -32000, message: 'Refused.' },
  BUSY: { code: -32001, message: 'Too many requests are in flight. Try again.' },
  NOT_INITIALIZED: { code: -32002, message: 'Call initialize first.' },
  TOO_LARGE: { code: -32003, message: 'The frame is larger than 16 MB and was skipped.' },
  CANCELLED: { code: -32800, message: 'The request was cancelled.' },
} as const

export const PROTOCOL_VERSION = 1
export const MAX_FRAME_BYTES = 16 * 1024 * 1024
