/**
 * A connection to a ClickHouse whose answers a test can change: cut off, slow, too few replicas, or those of a proxy.
 */
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Answers of proxies for an unreachable server: HAProxy, nginx, one that timed out early, Caddy. */
const OF_PROXIES = {
  '503 of HAProxy': [
    503,
    'text/html',
    '<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n',
  ],
  '502 of nginx': [
    502,
    'text/html',
    '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.26.3</center>\r\n</body>\r\n</html>\r\n',
  ],
  '504 in words': [504, 'text/plain', 'upstream request timeout'],
  '502 of Caddy': [502, 'text/plain', ''],
  '413 of nginx': [413, 'text/html', '<html><head><title>413 Request Entity Too Large</title></head></html>'],
} as const
type OfProxy = keyof typeof OF_PROXIES
export const AWAY: readonly OfProxy[] = ['503 of HAProxy', '502 of nginx', '504 in words', '502 of Caddy']

type Trouble = 'cut' | 'half' | 'too few' | 'slow' | OfProxy

export async function faultyProxy(target: string) {
  const seen: string[] = []
  let ahead: Trouble[] = []
  let always: Trouble | null = null
  const refuse = (response: ServerResponse, status: number, code: string, text: string) =>
    response.writeHead(status, { 'x-clickhouse-exception-code': code }).end(text)
  const way = createServer(async (asked, response) => {
    const body = await buffer(asked)
    seen.push(body.toString())
    const how = ahead.shift() ?? always
    if (how === 'too few')
      return refuse(
        response,
        500,
        '285',
        'Code: 285. DB::Exception: Number of alive replicas (1) is less than requested quorum (2). (TOO_FEW_LIVE_REPLICAS)',
      )
    if (how && how in OF_PROXIES) {
      const [status, type, answerBody] = OF_PROXIES[how as OfProxy]
      return response.writeHead(status, { 'content-type': type }).end(answerBody)
    }
    const passed = request(
      new URL(asked.url ?? '/', target),
      { method: asked.method, headers: { ...asked.headers, host: new URL(target).host } },
      async (answer) => {
        const bytes = await buffer(answer)
        if (how === 'cut') return asked.socket.destroy()
        if (how === 'slow') await new Promise((done) => setTimeout(done, 300))
        const { 'transfer-encoding': _, ...headers } = answer.headers
        response.writeHead(answer.statusCode ?? 500, { ...headers, 'content-length': bytes.length })
        if (how !== 'half') return response.end(bytes)
        response.write(bytes.subarray(0, bytes.length / 2), () => asked.socket.destroy())
      },
    )
    passed.end(body)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    /** The statements that came this way. */
    seen,
    next: (...how: Trouble[]) => {
      ahead = how
    },
    /** From now on; null ends it. */
    hold: (how: Trouble | null) => {
      always = how
    },
    close: () =>
      new Promise<void>((resolve) => {
        way.close(() => resolve())
        way.closeAllConnections()
      }),
  }
}
