import type { LiveFromWire, LiveTimes, VesselLive, WireVesselLive } from './vessel.ts'
import { positionFromWire, positionToWire } from './wirePosition.ts'

/**
 * Live data names the air temperature `temperature` on the wire. Everything inside names it like its series,
 * `air_temperature`, and only these functions translate. They translate the position too.
 */

type WireTimes = NonNullable<WireVesselLive['measured_at']>

export function liveFromWire<Wire extends WireVesselLive>(wire: Wire): LiveFromWire<Wire> {
  const { temperature, measured_at, ...rest } = positionFromWire<WireVesselLive>(wire)
  return {
    ...rest,
    air_temperature: temperature,
    ...(measured_at && { measured_at: timesFromWire(measured_at) }),
  } as LiveFromWire<Wire>
}

export const liveToWire = ({ air_temperature, measured_at, ...rest }: VesselLive): WireVesselLive => ({
  ...positionToWire(rest),
  temperature: air_temperature,
  ...(measured_at && { measured_at: timesToWire(measured_at) }),
})

const timesFromWire = ({ temperature, ...rest }: WireTimes): LiveTimes =>
  temperature === undefined ? rest : { ...rest, air_temperature: temperature }

const timesToWire = ({ air_temperature, ...rest }: LiveTimes): WireTimes =>
  air_temperature === undefined ? rest : { ...rest, temperature: air_temperature }
