import { fieldName } from '#contract/domain/series.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { fetchJ1939TimeSeries } from '#contract/wire/timeSeries.ts'
import { J1939_PARAMETERS } from '#protocols/can/j1939Parameters.ts'
import { type Asked, timeSeries } from '#server/analytics/timeSeries.ts'
import { serve } from '../serve.ts'
import { askedInterval } from './askedInterval.ts'

export const fetchJ1939TimeSeriesRoute = serve(
  fetchJ1939TimeSeries,
  async ({ db, telemetry, caller, body }) => {
    const { interval, loadSensors } = await askedInterval(db, caller.scope, body.filters)
    const fields = body.fields.flatMap(toAsked)
    return { data: await timeSeries(telemetry, interval, { ...body, fields }, loadSensors) }
  },
)

/** The fields of the catalogue that a parameter, or every parameter of a message, is stored as. */
function toAsked(asked: BodyOf<typeof fetchJ1939TimeSeries>['fields'][number]): Asked[] {
  const { field, pgn, spn, instance, aggregation } = asked
  const messages = pgn === undefined ? [...J1939_PARAMETERS.values()] : [J1939_PARAMETERS.get(pgn) ?? []]
  const parameters = messages.flat().filter((one) => spn === undefined || one.spn === spn)
  const names = parameters
    .filter(({ key }) => field === undefined || field === key || field === fieldName(key, instance))
    .map((one) => fieldName(one.key, one.instance === 'sender' ? instance : one.instance))
  if (names.length > 0) return [...new Set(names)].map((name) => ({ field: name, aggregation }))
  const what = [pgn !== undefined && `PGN ${pgn}`, spn !== undefined && `SPN ${spn}`]
    .filter(Boolean)
    .join(', ')
  throw new Problem('invalid', `No J1939 parameter${field ? ` ${field}` : ''} of ${what} is stored.`)
}
