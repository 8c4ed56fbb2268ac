// Runs in the page before anything else, to measure it from inside.
const bench = { messages: 0, delays: [], frame: 0 }
window.bench = bench

// Counts what comes through the wire.
window.WebSocket = class extends WebSocket {
  constructor(url, protocols) {
    super(url, protocols)
    this.addEventListener('message', () => {
      bench.messages += 1
    })
  }
}

/** Notes how long each key waits for its answer on the screen, and the longest time between two frames. */
bench.watch = () => {
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => setTimeout(() => bench.delays.push(performance.now() - timeStamp)))
  })
  let last = performance.now()
  const tick = () => {
    const now = performance.now()
    bench.frame = Math.max(bench.frame, now - last)
    last = now
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

/** How long the page takes to come to a next frame. */
bench.answer = () => {
  const asked = performance.now()
  return new Promise((resolve) => {
    setTimeout(() => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - asked))))
  })
}
