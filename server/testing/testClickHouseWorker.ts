/**
 * chDB behind the HTTP interface of ClickHouse, so that tests run the client's way over the network: its errors, its
 * timeouts, a server that goes away. The argument is a data directory; the port is printed.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Session } from 'chdb'

const [dataDir = ''] = process.argv.slice(2)
const SESSIONS_PER_PROFILE = 4
/** Parameters that name no setting of the engine. */
const NO_SETTINGS = ['query', 'query_id', 'database', 'default_format', 'wait_end_of_query']

/** A setting made with SET stays in its session, so each set of settings has sessions of its own. */
const profiles = new Map<string, Session[]>()

async function sessionFor(settings: [name: string, value: string][]): Promise<Session> {
  const key = JSON.stringify(settings)
  const known = profiles.get(key) ?? []
  profiles.set(key, known)
  const [longestAtRest] = known
  if (longestAtRest && known.length === SESSIONS_PER_PROFILE) {
    known.push(...known.splice(0, 1))
    return longestAtRest
  }
  const session = new Session(dataDir)
  if (settings.length > 0) {
    await session.queryAsync(`SET ${settings.map(([name, value]) => `${name} = ${value}`).join(', ')}`)
  }
  known.push(session)
  return session
}

async function answer(request: IncomingMessage): Promise<Buffer> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const body = (await buffer(request)).toString('utf8')
  if (url.pathname === '/ping') return Buffer.from('Ok.\n')
  const settings = [...url.searchParams].filter(([name]) => !NO_SETTINGS.includes(name))
  // Nothing can be set once a session is read-only.
  settings.sort(([a], [b]) => Number(a === 'readonly') - Number(b === 'readonly'))
  const session = await sessionFor(settings)
  const query = url.searchParams.get('query')
  const format = url.searchParams.get('default_format') ?? 'TabSeparated'
  const result = await session.queryAsync(query ? `${query}\n${body}` : body, { format })
  return Buffer.from(result.bytes())
}

const server = createServer(async (request, response) => {
  // The engine sends HEAD before reading from an address; only the presence of a server matters.
  if (request.method === 'HEAD') return response.end()
  try {
    const bytes = await answer(request)
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002'
    response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(message)
  }
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
