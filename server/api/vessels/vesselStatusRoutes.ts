import { fieldName, SERIES, toWire } from '#contract/domain/series.ts'
import { Problem } from '#contract/wire/errors.ts'
import { type InstanceNames, instanceNames } from '#contract/wire/instanceName.ts'
import { addressOf, familyOf, UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import {
  DEVICE_GROUPS,
  DEVICE_TYPES,
  type DeviceStatus,
  deviceOf,
  getVesselStatus,
} from '#contract/wire/vesselStatus.ts'
import { decimalsOf, readable } from '#contract/words/formats.ts'
import { stateWord } from '#contract/words/stateWords.ts'
import { instanceNamesOf } from '#server/records/instanceNames.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { type Routes, serve } from '../serve.ts'

export const vesselStatusRoutes: Routes = [
  serve(getVesselStatus, async ({ db, telemetry, caller, params }) => {
    const found = await findVessel(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { number, deviceLabels } = found.vessel
    const names = instanceNames(await instanceNamesOf(db, params.id))
    const devices = await devicesOf(telemetry, number, { labels: deviceLabels, names })
    const inGroup = (group: string) => devices.filter((device) => device.group === group)
    const data = Object.fromEntries(DEVICE_GROUPS.map((group) => [group, inGroup(group)]))
    return { data: data as Record<(typeof DEVICE_GROUPS)[number], DeviceStatus[]> }
  }),
]

/** In the order of the catalogue and of their numbers. Values computed by the server belong to no device. */
async function devicesOf(
  telemetry: Telemetry,
  vesselNumber: number,
  { labels, names }: { labels: Readonly<Record<string, string>>; names: InstanceNames },
): Promise<DeviceStatus[]> {
  const [newest, senders] = await Promise.all([
    telemetry.series.newest(vesselNumber),
    telemetry.sources.senders([vesselNumber]),
  ])
  const reportedBy = (address: number | null, what: 'name' | 'model') =>
    senders.find((one) => one.address === address && one.what === what)?.value ?? null
  const sourceOf = (source: number): DeviceStatus['message_source'] => {
    if (source === UNKNOWN_SOURCE) return null
    const address = addressOf(source)
    const protocol = familyOf(source)
    return { protocol, address, name: reportedBy(address, 'name'), model: reportedBy(address, 'model') }
  }
  const devices = new Map<string, DeviceStatus>()
  const reported = newest
    .filter(({ key, source }) => source !== UNKNOWN_SOURCE || ALSO_WITHOUT_SOURCE.includes(SERIES[key].group))
    .sort((a, b) => SERIES[a.key].number - SERIES[b.key].number || a.instance - b.instance)
  for (const { key, instance, timeUs, value: stored, source } of reported) {
    const { id, type, group, instance_number } = deviceOf(key, instance)
    const series = SERIES[key]
    const instanceName = names.get(id) ?? null
    const { value, unit } = readable(toWire(key, stored), series.unit)
    const at = new Date(timeUs / 1000).toISOString()
    const device: DeviceStatus = devices.get(id) ?? {
      ...{ id, type, group, instance_number },
      instance_name: instanceName,
      name: [NAMES[type], instanceName ?? instance_number ?? ''].join(' ').trim(),
      label: labels[id] ?? null,
      message_source: sourceOf(source),
      last_updated: at,
      fields: [],
    }
    if (at > device.last_updated) {
      device.last_updated = at
      device.message_source = sourceOf(source)
    }
    device.fields.push({
      key: fieldName(key, instance),
      label: series.labels.en,
      value,
      unit,
      display_value: stateWord(fieldName(key, instance), value) ?? shown(value, unit),
      device_id: id,
      group,
      hasSeries: true,
      last_updated: at,
    })
    devices.set(id, device)
  }
  return [...devices.values()].sort(
    (a, b) =>
      DEVICE_TYPES.indexOf(a.type) - DEVICE_TYPES.indexOf(b.type) ||
      (a.instance_number ?? 0) - (b.instance_number ?? 0),
  )
}

/** Nothing of these is computed ashore, so samples from before sources were kept are shown too. */
const ALSO_WITHOUT_SOURCE = ['Engine', 'Battery', 'Depth', 'Pumps', 'Switches']

/** A code without words is a whole number without a unit: the sea state. */
const shown = (value: number, unit: string) =>
  unit === 'code' ? value.toFixed(0) : `${value.toFixed(decimalsOf(unit, value))} ${unit}`.trim()

const NAMES: Readonly<Record<DeviceStatus['type'], string>> = {
  engine: 'Engine',
  battery: 'Battery',
  ac_input: 'AC input',
  tank: 'Tank',
  pump: 'Pump',
  switch: 'Switch',
  fuel: 'Fuel',
  navigation: 'Navigation',
  motion: 'Motion',
  weather: 'Weather',
  depth: 'Depth sounder',
}
