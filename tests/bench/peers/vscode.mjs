// The same echo through vscode-jsonrpc, as its documentation shows it.
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node'

const connection = createMessageConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(process.stdout),
)
connection.onRequest((_method, params) => params)
connection.listen()
process.stdin.on('end', () => process.exit(0))
