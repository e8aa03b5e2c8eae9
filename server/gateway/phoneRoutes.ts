import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type ProblemCode } from '#contract/wire/errors.ts'
import { decodePhone } from '#protocols/phones/decodePhone.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Device } from '#server/records/devices.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { type Intake, isPaired, MAX_JSON_BYTES } from './intake.ts'
import { MinuteCounts } from './minuteCounts.ts'

/** Requests a minute of one phone: after a week at sea an app sends its points one by one. */
const MOST_A_PHONE = 1200
/** Requests a minute from one address with an unknown key; a phone whose key was renewed sends some. */
const MOST_STRANGERS = 60
const NEEDS_KEY =
  'This address needs the key of a phone: open Devices in the console, choose a boat, then Phone, and copy the whole address into the app.'

interface ToPhone {
  Params: { key: string }
}

/**
 * `/gateway/phone/{key}`: an app on a phone sends its positions. The app is recognized by what it sends. Its own
 * sign of success is answered when every position is on disk or listed as refused, as for batches of devices: an app sends
 * anything else for ever. Any other answer makes the app keep the positions.
 */
export function phoneRoutes(
  app: FastifyInstance,
  given: { directory: DeviceDirectory; intake: Intake; clock: Clock },
): void {
  const { directory, intake, clock } = given
  const nowMs = () => clock.nowMs()
  const [ofPhones, ofStrangers] = [
    new MinuteCounts(MOST_A_PHONE, nowMs),
    new MinuteCounts(MOST_STRANGERS, nowMs),
  ]

  async function phoneOf({ params: { key }, ip }: FastifyRequest<ToPhone>): Promise<Device> {
    const known = await directory.knownPhone(key)
    if (!known && !ofStrangers.isWithin(ip)) throw new Problem('too_many')
    const phone = known ?? (await directory.findPhone(key))
    if (phone && ofPhones.take(phone.id)) return phone
    if (phone) throw new Problem('too_many')
    ofStrangers.take(ip)
    throw new Problem('not_found', 'There is no phone with this key.')
  }

  async function take(request: FastifyRequest<ToPhone>, reply: FastifyReply) {
    const phone = await phoneOf(request)
    const { headers, url, body } = request
    if (!isPaired(phone)) {
      intake.noteRefused(phone.id, 'http', 'not_paired', 'The phone has data but no vessel.')
      return refuse(
        reply,
        'not_paired',
        'This phone is on no vessel. Open Devices in the console, choose the phone, and pair it again.',
      )
    }
    if (intake.isFull) throw new Problem('unavailable')
    const { format, decoded, refused } = decodePhone({
      query: url.includes('?') ? url.slice(url.indexOf('?') + 1) : '',
      body: body instanceof Uint8Array ? body : new Uint8Array(),
      isOwntracks: headers['x-limit-d'] !== undefined || /^owntracks/i.test(headers['user-agent'] ?? ''),
      receivedUs: nowMs() * 1000,
    })
    if (refused !== null) {
      intake.noteRefused(phone.id, 'http', 'malformed', refused)
      return refuse(reply, 'invalid', refused)
    }
    const { rejected } = await intake.takeReports(phone, { way: 'http', format, decoded })
    if (format === 'overland') return { result: 'ok' }
    if (format === 'owntracks') return []
    const listed = rejected.map(({ count, reason, detail }) => `${count} refused: ${reason}, ${detail}`)
    return reply.type('text/plain; charset=utf-8').send(listed.join('\n') || 'OK')
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const url of ['/gateway/phone/:key', '/gateway/phone/:key/'])
      scope.route<ToPhone>({
        ...{ method: ['GET', 'POST'], url, handler: take },
        ...{ bodyLimit: MAX_JSON_BYTES, exposeHeadRoute: false },
      })
    for (const url of ['/gateway/phone', '/gateway/phone/'])
      scope.route({
        ...{ method: ['GET', 'POST'], url, exposeHeadRoute: false },
        handler: () => {
          throw new Problem('invalid', NEEDS_KEY)
        },
      })
  })
}

/** Overland shows the `error` of an answer to its user. */
function refuse(reply: FastifyReply, code: ProblemCode, message: string) {
  return reply.code(new Problem(code).status).send({ code, message, error: message })
}
