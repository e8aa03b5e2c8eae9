import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DAY_US } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { LOG_FAILURE_SENTENCES, WeeksAdded } from '#contract/wire/logImport.ts'
import { parseColumns } from '#protocols/tracks/csvDecoder.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import { localOnly } from '#server/platform/localOnly.ts'
import { refuseStopped, type WorkerPool } from '#server/platform/workerPool.ts'
import { type NamedVessel, namedVessel } from '#server/records/namedVessel.ts'
import { giveDevice } from '#server/records/pairings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { importLog, openQuestion, pooledLogs } from './importLog.ts'
import type { Intake } from './intake.ts'
import { failureOf } from './logFailure.ts'
import type { ImportHints, LogQuestion } from './logQuestions.ts'

const ForVessel = z.object({
  vessel: z.string().trim().min(1).max(100),
  organization: z.string().max(100).optional(),
})
const NewDevice = ForVessel.extend({ replace: z.boolean().optional() })
const Import = ForVessel.extend({
  path: z.string().startsWith('/').max(4096),
  create: z.boolean().optional(),
  date: z.iso.date().optional(),
  columns: z.string().max(4096).optional(),
  weeks: WeeksAdded.optional(),
})

/** Turn of files that a command names, beside those of organizations. */
const OPERATOR = 'operator'

/** Routes for commands on the same machine, since the running server alone opens the engines. */
export function localRoutes(
  app: FastifyInstance,
  given: { db: Db; intake: Intake; token: string; clock: Clock; bus: Bus; workers: WorkerPool },
): void {
  const { db, intake, token, clock, bus, workers } = given
  const onVessel = ({ id, organizationId, departmentId }: NamedVessel) =>
    bus.publish({ type: 'vessel.changed', vesselId: id, organizationId, departmentId })
  void app.register(async (scope) => {
    scope.addHook('onRequest', localOnly(token))

    scope.post('/gateway/local/devices', async ({ body }) => {
      const { vessel: name, organization, replace: mayReplace } = parse(NewDevice, body)
      const vessel = await namedVessel(db, { name, organization, create: true })
      const now = new Date(clock.nowMs())
      const { id, secret, replaced } = await giveDevice(db, { vesselId: vessel.id, now, mayReplace })
      if (replaced) bus.publish({ type: 'device.changed', deviceId: replaced })
      onVessel(vessel)
      return { id, secret }
    })

    // One line of JSON for each step; the last line has all rejected input.
    scope.post('/gateway/local/imports', async ({ body }, reply) => {
      const { vessel: name, organization, path, create = false, ...given } = parse(Import, body)
      const hints = hintsOf(given)
      const open = pooledLogs(workers, OPERATOR)
      const read: typeof open = (...task) => open(...task).catch(refuseStopped)
      // The day is taken from the age of the file, and printed.
      const isAnswered = { date: true, columns: false, weeks: hints.weeks !== undefined }
      const question = await openQuestion(read, { path, hints, nowUs: clock.nowMs() * 1000 }, isAnswered)
      if (question) refuseQuestion(question)
      const vessel = await namedVessel(db, { name, organization, create })
      onVessel(vessel)
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' })
      const write = (line: object) => reply.raw.write(`${JSON.stringify(line)}\n`)
      try {
        const result = await importLog(
          intake,
          read,
          vessel,
          path,
          ({ accepted, done }) => write({ accepted, done }),
          hints,
        )
        const error = result.accepted === 0 ? LOG_FAILURE_SENTENCES[failureOf(result.rejected)] : undefined
        write({ ...result, error })
      } catch (error) {
        write({ error: (error as Error).message })
      }
      reply.raw.end()
      await once(reply.raw, 'finish')
    })
  })
}

/** Throws `invalid` with the option that answers the question. */
function refuseQuestion(question: LogQuestion) {
  if (question.about === 'columns') {
    const headings = question.tableTop.map(({ heading }) => heading).join(', ')
    throw new Problem(
      'invalid',
      `Which of the columns ${headings} hold time, latitude and longitude? --columns says it.`,
    )
  }
  if (question.about === 'weeks') {
    const { firstUs, weeks } = question.rollover
    const dayOf = (us: number) => new Date(us / 1000).toISOString().slice(0, 10)
    const thenDay = dayOf(firstUs + weeks * 7 * DAY_US)
    throw new Problem(
      'invalid',
      `This log says ${dayOf(firstUs)}. If the GPS receiver had lost count of its weeks, it was ${thenDay}: --weeks ${weeks} adds ${weeks.toLocaleString('en')} weeks, --weeks 0 keeps the dates.`,
    )
  }
}

function hintsOf({
  date,
  columns,
  weeks,
}: Pick<z.infer<typeof Import>, 'date' | 'columns' | 'weeks'>): ImportHints {
  const given = columns === undefined ? undefined : parseColumns(columns)
  if (given === null)
    throw new Problem('invalid', 'Columns are given as time=Zeit,lat=Breite,lon=Länge,sog=Fahrt:km/h')
  return {
    ...(date && { writtenBeforeUs: Date.parse(date) * 1000 + DAY_US - 1 }),
    ...(given && { columns: given }),
    ...(weeks !== undefined && { weeks }),
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new Problem('invalid', parsed.error.issues[0]?.message)
  return parsed.data
}
