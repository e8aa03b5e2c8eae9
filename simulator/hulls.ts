/** The kinds of boats in the pretend fleet, with the limits of their hulls and engines. */
import type { VESSEL_KINDS } from '#contract/wire/vessel.ts'

export interface Hull {
  kind: (typeof VESSEL_KINDS)[number]
  /** Planing hulls climb over their bow wave and slam; displacement hulls push through it and roll. */
  planing: boolean
  lengthM: number
  beamM: number
  massKg: number
  topSpeedMps: number
  cruiseSpeedMps: number
  accelerationMps2: number
  turnRadps: number
  /** Natural period of roll. */
  rollPeriodS: number
  engines: number
  idleRpm: number
  maxRpm: number
  /** Fuel an hour of one engine at full power, and ticking over. */
  fullLph: number
  idleLph: number
  tankM3: number
  /** 12 or 24 V. */
  systemVolt: 12 | 24
}

export const RIB: Hull = {
  kind: 'rib',
  planing: true,
  lengthM: 9.5,
  beamM: 3,
  massKg: 4200,
  topSpeedMps: 21.5,
  cruiseSpeedMps: 14.5,
  accelerationMps2: 0.9,
  turnRadps: 0.24,
  rollPeriodS: 2.2,
  engines: 2,
  idleRpm: 650,
  maxRpm: 5800,
  fullLph: 92,
  idleLph: 2.4,
  tankM3: 0.52,
  systemVolt: 12,
}

export const FAST_MOTOR: Hull = {
  kind: 'motor',
  planing: true,
  lengthM: 12.8,
  beamM: 3.9,
  massKg: 10_500,
  topSpeedMps: 18,
  cruiseSpeedMps: 12.5,
  accelerationMps2: 0.6,
  turnRadps: 0.16,
  rollPeriodS: 2.9,
  engines: 2,
  idleRpm: 600,
  maxRpm: 3400,
  fullLph: 78,
  idleLph: 2.8,
  tankM3: 1.1,
  systemVolt: 24,
}

export const PILOT: Hull = {
  kind: 'pilot',
  planing: true,
  lengthM: 15.2,
  beamM: 4.6,
  massKg: 19_000,
  topSpeedMps: 14.5,
  cruiseSpeedMps: 11.5,
  accelerationMps2: 0.5,
  turnRadps: 0.14,
  rollPeriodS: 3.4,
  engines: 2,
  idleRpm: 650,
  maxRpm: 2300,
  fullLph: 96,
  idleLph: 3.6,
  tankM3: 2,
  systemVolt: 24,
}

export const PATROL: Hull = {
  ...PILOT,
  kind: 'workboat',
  lengthM: 17.5,
  beamM: 5,
  massKg: 26_000,
  topSpeedMps: 15.5,
  cruiseSpeedMps: 9.5,
  fullLph: 130,
  tankM3: 3.2,
}

export const WHALE_FERRY: Hull = {
  kind: 'ferry',
  planing: false,
  lengthM: 24.5,
  beamM: 6.4,
  massKg: 98_000,
  topSpeedMps: 8.2,
  cruiseSpeedMps: 7,
  accelerationMps2: 0.18,
  turnRadps: 0.07,
  rollPeriodS: 4.8,
  engines: 2,
  idleRpm: 600,
  maxRpm: 1900,
  fullLph: 74,
  idleLph: 4,
  tankM3: 4.5,
  systemVolt: 24,
}

export const COAST_FERRY: Hull = {
  ...WHALE_FERRY,
  lengthM: 20,
  beamM: 5.2,
  massKg: 46_000,
  fullLph: 58,
  tankM3: 3,
}

export const FISHING: Hull = {
  kind: 'fishing',
  planing: false,
  lengthM: 14.8,
  beamM: 4.5,
  massKg: 32_000,
  topSpeedMps: 5.4,
  cruiseSpeedMps: 4.4,
  accelerationMps2: 0.15,
  turnRadps: 0.08,
  rollPeriodS: 4.2,
  engines: 1,
  idleRpm: 600,
  maxRpm: 2100,
  fullLph: 62,
  idleLph: 3,
  tankM3: 2.6,
  systemVolt: 24,
}

export const WORKBOAT: Hull = {
  ...FISHING,
  kind: 'workboat',
  lengthM: 18,
  beamM: 6.2,
  massKg: 70_000,
  engines: 2,
  fullLph: 55,
  tankM3: 6,
  turnRadps: 0.09,
}

export const YACHT: Hull = {
  kind: 'sailing',
  planing: false,
  lengthM: 12.4,
  beamM: 3.9,
  massKg: 9200,
  topSpeedMps: 4.6,
  cruiseSpeedMps: 3.2,
  accelerationMps2: 0.12,
  turnRadps: 0.1,
  rollPeriodS: 3.6,
  engines: 1,
  idleRpm: 850,
  maxRpm: 3000,
  fullLph: 9,
  idleLph: 0.9,
  tankM3: 0.2,
  systemVolt: 12,
}

/**
 * Share of full power for a share of top speed: drag times speed. The drag of a planing hull rises to a hump
 * at a third of top speed, falls on the plane and rises again. The drag of a displacement hull only steepens.
 */
export function powerShare(hull: Hull, speedShare: number): number {
  const x = Math.min(1.05, Math.max(0, speedShare))
  if (!hull.planing) return x * (0.35 * x + 0.65 * x ** 4)
  const cell = Math.min(PLANING_DRAG.length - 2, Math.floor(x * 10))
  const low = PLANING_DRAG[cell] ?? 0
  const high = PLANING_DRAG[cell + 1] ?? 1
  return x * (low + (high - low) * (x * 10 - cell))
}

/** At 0, 10 % … 100 % of top speed, as a share of the drag at top speed. */
const PLANING_DRAG = [0, 0.14, 0.48, 0.92, 0.96, 0.8, 0.7, 0.72, 0.8, 0.89, 1]
