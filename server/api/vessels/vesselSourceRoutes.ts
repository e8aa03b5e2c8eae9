import { fieldName, parseField, seriesByNumber } from '#contract/domain/series.ts'
import { Problem } from '#contract/wire/errors.ts'
import { instanceNameOf, instanceNames } from '#contract/wire/instanceName.ts'
import { addressOf, COMPUTED_SOURCES, familyOf, UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import { chooseVesselSource, listVesselSources, type VesselSource } from '#contract/wire/vesselSource.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { instanceNamesOf } from '#server/records/instanceNames.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import { findVessel } from '#server/records/vessels.ts'
import { type Routes, type Services, serve } from '../serve.ts'

export const vesselSourceRoutes: Routes = [
  serve(listVesselSources, async ({ db, telemetry, caller, params }) => {
    const found = await findVessel(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    return sourcesOf({ db, telemetry }, found.vessel)
  }),
  /** The server computes the trips again from the chosen source; the answer does not wait for that. */
  serve(chooseVesselSource, async ({ db, telemetry, bus, clock, caller, ip, params, body }) => {
    const found = await findVessel(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { id, name, number } = found.vessel
    const known = body.field === POSITION ? ({ key: POSITION, instance: 0 } as const) : parseField(body.field)
    const { data } = await sourcesOf({ db, telemetry }, found.vessel)
    const own = data.filter(({ field }) => field === body.field)
    if (!known || own.length === 0)
      throw new Problem('invalid', `field: no source has reported ${body.field}.`)
    if (body.source !== null && !own.some(({ source }) => source === body.source))
      throw new Problem('invalid', `source: it has never reported ${body.field}.`)
    const before = own.find(({ chosen }) => chosen)?.source ?? null
    // The request for recomputation is stored first, so that it is found again when the process dies in
    // between.
    await db.transaction(async (tx) => {
      const { organizationId, actor } = caller
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'vessel.source', subject: { id, name } },
        before: { field: body.field, source: before },
        after: { field: body.field, source: body.source },
      })
      await askRecomputation(tx, id, 'voyages', new Date(clock.nowMs()))
    })
    await telemetry.sources.choose(number, known.key, known.instance, body.source)
    bus.publish({ type: 'recomputation.asked', vesselNumber: number, step: 'voyages' })
    return sourcesOf({ db, telemetry }, found.vessel)
  }),
]

const POSITION = 'position'

async function sourcesOf(
  { db, telemetry }: Pick<Services, 'db' | 'telemetry'>,
  { id, number: vesselNumber }: { id: string; number: number },
) {
  const [named, reported, senders] = await Promise.all([
    instanceNamesOf(db, id),
    telemetry.sources.of(vesselNumber),
    telemetry.sources.senders([vesselNumber]),
  ])
  const reportedBy = (address: number | null, what: 'name' | 'model') =>
    senders.find((one) => one.address === address && one.what === what)?.value ?? null
  const names = instanceNames(named)
  const data = reported.flatMap(({ series, instance, source, fromUs, toUs, isChosen }): VesselSource[] => {
    const key = series === 0 ? POSITION : seriesByNumber(series)?.key
    if (!key || source === UNKNOWN_SOURCE || COMPUTED_SOURCES.includes(source)) return []
    const address = addressOf(source)
    return [
      {
        field: key === POSITION ? POSITION : fieldName(key, instance),
        instance_name: key === POSITION ? null : instanceNameOf(names, key, instance),
        source,
        protocol: familyOf(source),
        address,
        name: reportedBy(address, 'name'),
        model: reportedBy(address, 'model'),
        first_day: dayOf(fromUs),
        last_day: dayOf(toUs),
        chosen: isChosen,
      },
    ]
  })
  data.sort((a, b) => a.field.localeCompare(b.field) || a.source - b.source)
  return { data, total: data.length }
}

const dayOf = (us: number) => new Date(us / 1000).toISOString().slice(0, 10)
