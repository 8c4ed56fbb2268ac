// A bare newline-JSON loop: parses each line, answers with its params, one write per chunk.
let rest = ''
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  let out = ''
  for (const line of lines) {
    const { id, params } = JSON.parse(line)
    out += `${JSON.stringify({ jsonrpc: '2.0', id, result: params })}\n`
  }
  if (out !== '') process.stdout.write(out)
})
