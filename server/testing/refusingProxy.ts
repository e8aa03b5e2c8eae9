import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RefusingProxy {
  url: string
  close(): Promise<void>
}

/**
 * Forwards to a server over HTTP and answers 403 itself to addresses for which `refuses` is true: clients do not retry
 * a 403.
 */
export async function refusingProxy(
  target: string,
  refuses: (address: URL) => boolean,
): Promise<RefusingProxy> {
  const server = createServer((asked, answer) => {
    const address = new URL(asked.url ?? '/', target)
    if (refuses(address)) {
      asked.resume()
      answer.writeHead(403).end('refused')
      return
    }
    const passed = request(address, { method: asked.method, headers: asked.headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
