import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A break of the connection within a batch: after this share of the bytes of the request, or of the answer. */
export interface Cut {
  of: 'request' | 'answer'
  share: number
}

interface BatchCuttingProxy {
  url: string
  /** Cuts that were made. */
  made: readonly Cut[]
  close(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const BATCH = 'POST /gateway/batches'

/** A connection to a server that breaks within one batch after the other, at the places of `cuts`, and then no more. */
export async function batchCuttingProxy(target: string, cuts: readonly Cut[]): Promise<BatchCuttingProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const made: Cut[] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname)
    /** The cut of the exchange that is under way. */
    let cut: Cut | undefined
    const end = () => {
      if (cut) made.push(cut)
      for (const socket of [near, far]) socket.destroy()
    }
    const passRequest = messageReader((head) => {
      cut = head.startsWith(BATCH) ? cuts[made.length] : undefined
      return cut?.of === 'request' ? cut.share : null
    })
    const passAnswer = messageReader(() => (cut?.of === 'answer' ? cut.share : null))
    near.on('data', (bytes) => passRequest(bytes, far, end))
    far.on('data', (bytes) => passAnswer(bytes, near, end))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    made,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Passes HTTP messages on, each of one read or more, up to the share of its bytes that `cutOf` names by its head. */
function messageReader(cutOf: (head: string) => number | null) {
  let waiting = Buffer.alloc(0)
  let left = 0
  let leftUntilCut = Number.POSITIVE_INFINITY
  return (bytes: Uint8Array, to: Socket, end: () => void) => {
    waiting = Buffer.concat([waiting, bytes])
    if (left === 0) {
      const headBytes = waiting.indexOf(HEAD_END) + HEAD_END.length
      if (headBytes < HEAD_END.length) return
      const head = waiting.toString('latin1', 0, headBytes)
      left = headBytes + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      const share = cutOf(head)
      leftUntilCut = share === null ? Number.POSITIVE_INFINITY : Math.round(left * share)
    }
    const passed = waiting.subarray(0, Math.min(left, leftUntilCut))
    left -= passed.length
    leftUntilCut -= passed.length
    waiting = waiting.subarray(passed.length)
    if (leftUntilCut > 0) to.write(passed)
    else to.end(passed, end)
  }
}
