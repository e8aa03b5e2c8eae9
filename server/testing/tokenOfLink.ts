import { once } from 'node:events'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { type AnyEndpoint, publicPathOf } from '#contract/wire/endpoint.ts'
import { ROUTES } from '#server/api/routes.ts'
import { bearer, type TestApi } from './testApi.ts'

/**
 * Sends the token of a link as bearer, cookie and key to the console's calls, to those of the public API, and to those of
 * another kind of link. Each refuses it. `ids` are values for the parameters of the paths.
 */
export async function expectRefusedByCalls(
  api: TestApi,
  token: string,
  otherLink: (endpoint: AnyEndpoint) => string,
  ids: Record<string, unknown>,
): Promise<void> {
  for (const { endpoint } of ROUTES) {
    if (endpoint.access === 'anyone') continue
    for (const path of [endpoint.path, publicPathOf(endpoint), otherLink(endpoint)]) {
      const url = path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? ids.tripId))
      for (const headers of [
        bearer(token),
        { cookie: `taffrail.session_token=${token}` },
        { 'x-api-key': token },
      ]) {
        const payload = endpoint.method === 'GET' ? {} : { payload: { trip_id: ids.tripId } }
        const answer = await api.app.inject({ method: endpoint.method, url, headers, ...payload })
        expect([url, [401, 404].includes(answer.statusCode)]).toEqual([url, true])
      }
    }
  }
}

/** Signs in with the token at the console's socket and at the stream of the public API. Both refuse it. */
export async function expectRefusedByStreams(api: TestApi, token: string): Promise<void> {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as { port: number }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, { headers: bearer(token) })
  const received: string[] = []
  socket.on('message', (data) => received.push(String(data)))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'sign-in', token }))
  const [code] = await once(socket, 'close')
  expect([code, received.map((message) => JSON.parse(message).type)]).toEqual([4401, ['refused']])
  const stream = await api.app.inject({ url: '/public/v1/stream', headers: bearer(token) })
  expect(stream.statusCode).toBe(401)
}
