import type { FastifyInstance } from 'fastify'
import { PROBLEMS } from '#contract/wire/errors.ts'
import { LATE_STATUS, REQUEST_DEADLINE } from '#contract/wire/requestDeadline.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * Refuses calls that arrive after their own deadline (ms since 1970, by this server's clock). A browser's unsent calls
 * may arrive minutes after a lost link, when the user has already seen them fail.
 */
export function refuseLate(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const deadlineMs = Number(headers[REQUEST_DEADLINE] ?? Number.NaN)
    // False as well where there is none, or none that is a number.
    if (!(clock.nowMs() > deadlineMs)) return
    const { message } = PROBLEMS.unavailable
    return reply.code(LATE_STATUS).send({ code: 'unavailable', message })
  })
}
