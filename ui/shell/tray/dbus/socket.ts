// A socket to the bus on which we are known: the handshake before the first message.
// https://dbus.freedesktop.org/doc/dbus-specification.html#auth-protocol
import { connect, type Socket } from 'node:net'

const patience = 5000
const longestLine = 4096

/** Connects and says who we are, which the socket itself proves. Resolves with what came after the handshake. */
export function openSocket(path: string): Promise<{ socket: Socket; rest: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ socket: Socket; rest: Buffer }>()
  const socket = connect(path)
  const timer = setTimeout(() => fail('The bus does not answer.'), patience)
  let heard = Buffer.alloc(0)

  const settle = () => {
    clearTimeout(timer)
    socket.off('data', hear).off('close', onClose)
  }
  const fail = (why: string) => {
    settle()
    socket.destroy()
    reject(new Error(why))
  }
  const onClose = () => fail('The bus is gone.')
  const hear = (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk])
    const end = heard.indexOf('\r\n')
    if (end < 0 && heard.length <= longestLine) return
    if (end < 0 || !heard.subarray(0, end).toString('latin1').startsWith('OK '))
      return fail('The bus does not let us in.')
    settle()
    socket.pause()
    socket.write('BEGIN\r\n')
    resolve({ socket, rest: heard.subarray(end + 2) })
  }
  // Every error is followed by `close`.
  socket.on('error', () => {})
  socket.on('close', onClose).on('data', hear)
  const user = Buffer.from(String(process.geteuid?.() ?? '')).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  return promise
}
