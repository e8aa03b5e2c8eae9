/** The pretend fleet: boats, captains, harbours, timetables, and the protocols of their devices. */

import type { Hull } from './hulls.ts'
import * as hulls from './hulls.ts'
import { hashText } from './random.ts'
import type { Place } from './waters.ts'

export interface Captain {
  name: string
  /** Share of cruise speed that this captain likes to keep. */
  pace: number
  /** The mean slam, in g, at which this captain eases the throttle. */
  bearsG: number
}

/** Activity at a place of a voyage: nothing, a stop with engines idling, or a while of work around it. */
export interface Call {
  place: Place
  holdMin?: number
  /**
   * Search: roam at this speed within the radius, as when looking for whales, trawling, or staying near a
   * ship.
   */
  roam?: { speedMps: number; radiusM: number }
}

export interface Service {
  /** Hour of departure in local standard time; the clock of the harbour does not follow summer time. */
  departsH: number
  calls: readonly Call[]
  /** Share of the days on which it sails in a sparse timetable, where only the most usual voyages remain. */
  sparse: number
}

/** Protocols of a boat's series; each device has its own mixture. */
export type Equipment = 'n2k' | 'nmea0183+j1939' | 'nmea0183+readings' | 'signalk' | 'readings+j1939'

export interface Boat {
  name: string
  hull: Hull
  home: Place
  region: 'reykjavik' | 'genova'
  captain: Captain
  equipment: Equipment
  /** Motion sensors: the first at the helm, then bow and stern. */
  sensors: number
  /** True when it receives the AIS of other ships. */
  receivesAis: boolean
  services: readonly Service[]
}

export const seedOf = (boat: Boat) => hashText(boat.name)
export const utcOffsetH = (boat: Boat) => (boat.region === 'genova' ? 1 : 0)

const whales = { roam: { speedMps: 3.2, radiusM: 1500 } }
const lines = { roam: { speedMps: 2.3, radiusM: 1800 } }
const besideShip = { roam: { speedMps: 3.6, radiusM: 900 } }

const whaleTour = (departsH: number, minutes: number, sparse: number): Service => ({
  departsH,
  sparse,
  calls: [{ place: 'whales', holdMin: minutes, ...whales }, { place: 'reykjavik' }],
})
const rvkPilot = (departsH: number, sparse = 0.025): Service => ({
  departsH,
  sparse,
  calls: [{ place: 'pilotStation', holdMin: 28, ...besideShip }, { place: 'reykjavik' }],
})
const genoaPilot = (departsH: number, sparse = 0.025): Service => ({
  departsH,
  sparse,
  calls: [{ place: 'pilotGenova', holdMin: 32, ...besideShip }, { place: 'genova' }],
})

export const FLEET: readonly Boat[] = [
  {
    name: 'Skuggi',
    hull: hulls.RIB,
    home: 'reykjavik',
    region: 'reykjavik',
    captain: { name: 'Sindri Hafsteinsson', pace: 1.12, bearsG: 0.62 },
    equipment: 'n2k',
    sensors: 3,
    receivesAis: true,
    services: [
      whaleTour(8.5, 45, 0.25),
      whaleTour(11, 50, 0.06),
      whaleTour(14, 50, 0.12),
      whaleTour(17, 45, 0.06),
      whaleTour(20, 40, 0.03),
    ],
  },
  {
    name: 'Hrafnkell',
    hull: hulls.FAST_MOTOR,
    home: 'reykjavik',
    region: 'reykjavik',
    captain: { name: 'Þórdís Eldjárn', pace: 1, bearsG: 0.45 },
    equipment: 'nmea0183+j1939',
    sensors: 2,
    receivesAis: false,
    services: [
      { departsH: 7.6, sparse: 0.1, calls: [{ place: 'akranes', holdMin: 24 }, { place: 'reykjavik' }] },
      {
        departsH: 9.7,
        sparse: 0.06,
        calls: [{ place: 'akurey' }, { place: 'videy', holdMin: 10 }, { place: 'reykjavik' }],
      },
      { departsH: 12.6, sparse: 0.06, calls: [{ place: 'keflavik', holdMin: 30 }, { place: 'reykjavik' }] },
      { departsH: 17.3, sparse: 0.06, calls: [{ place: 'akranes', holdMin: 20 }, { place: 'reykjavik' }] },
    ],
  },
  {
    name: 'Leiftur',
    hull: hulls.PILOT,
    home: 'reykjavik',
    region: 'reykjavik',
    captain: { name: 'Guðmundur Arason', pace: 0.95, bearsG: 0.5 },
    equipment: 'n2k',
    sensors: 2,
    receivesAis: true,
    services: [1.4, 3, 5.6, 8.5, 10.4, 12.4, 15.5, 18.4, 20.1, 21.6, 23.5].map((hour) => rvkPilot(hour)),
  },
  {
    name: 'Norðurljós',
    hull: hulls.WHALE_FERRY,
    home: 'reykjavik',
    region: 'reykjavik',
    captain: { name: 'Katrín Bergþórsdóttir', pace: 1, bearsG: 0.3 },
    equipment: 'nmea0183+readings',
    sensors: 1,
    receivesAis: true,
    services: [whaleTour(9, 75, 0.12), whaleTour(12.6, 80, 0.06), whaleTour(16.4, 80, 0.04)],
  },
  {
    name: 'Sæbjörg',
    hull: hulls.FISHING,
    home: 'keflavik',
    region: 'reykjavik',
    captain: { name: 'Óskar Sigurjónsson', pace: 0.95, bearsG: 0.3 },
    equipment: 'n2k',
    sensors: 1,
    receivesAis: true,
    services: [
      {
        departsH: 21.3,
        sparse: 0.06,
        calls: [{ place: 'cod', holdMin: 650, ...lines }, { place: 'keflavik' }],
      },
    ],
  },
  {
    name: 'Hafdís',
    hull: { ...hulls.FISHING, lengthM: 17.2, beamM: 4.8, massKg: 41_000 },
    home: 'akranes',
    region: 'reykjavik',
    captain: { name: 'Jökull Brandsson', pace: 1, bearsG: 0.3 },
    equipment: 'readings+j1939',
    sensors: 1,
    receivesAis: false,
    services: [
      {
        departsH: 19.6,
        sparse: 0.035,
        calls: [{ place: 'haddock', holdMin: 480, ...lines }, { place: 'akranes' }],
      },
      {
        departsH: 15,
        sparse: 0.1,
        calls: [{ place: 'whales', holdMin: 60, ...lines }, { place: 'akranes' }],
      },
    ],
  },
  {
    name: 'Vindsæl',
    hull: hulls.YACHT,
    home: 'hafnarfjordur',
    region: 'reykjavik',
    captain: { name: 'Ragnheiður Stein', pace: 1, bearsG: 0.3 },
    equipment: 'signalk',
    sensors: 1,
    receivesAis: false,
    services: [
      {
        departsH: 10.2,
        sparse: 0.09,
        calls: [{ place: 'alftanes' }, { place: 'grotta' }, { place: 'hafnarfjordur' }],
      },
      {
        departsH: 18.8,
        sparse: 0.06,
        calls: [{ place: 'alftanes' }, { place: 'grotta' }, { place: 'hafnarfjordur' }],
      },
    ],
  },
  {
    name: 'Hamar',
    hull: hulls.WORKBOAT,
    home: 'reykjavik',
    region: 'reykjavik',
    captain: { name: 'Baldur Ketilsson', pace: 0.9, bearsG: 0.3 },
    equipment: 'readings+j1939',
    sensors: 1,
    receivesAis: false,
    services: [
      {
        departsH: 6.6,
        sparse: 0.09,
        calls: [{ place: 'videy', holdMin: 40 }, { place: 'lundey', holdMin: 20 }, { place: 'reykjavik' }],
      },
      {
        departsH: 11.5,
        sparse: 0.06,
        calls: [{ place: 'hafnarfjordur', holdMin: 45 }, { place: 'reykjavik' }],
      },
    ],
  },
  {
    name: 'Vörður',
    hull: hulls.PATROL,
    home: 'reykjavik',
    region: 'reykjavik',
    captain: { name: 'Álfheiður Njálsdóttir', pace: 1.05, bearsG: 0.55 },
    equipment: 'n2k',
    sensors: 2,
    receivesAis: true,
    services: [
      {
        departsH: 15.2,
        sparse: 0.1,
        calls: [{ place: 'hafnarfjordur', holdMin: 12 }, { place: 'reykjavik' }],
      },
      {
        departsH: 19.65,
        sparse: 0.04,
        calls: [
          { place: 'keflavik', holdMin: 22 },
          { place: 'midBay', holdMin: 74, ...besideShip },
          { place: 'pilotStation' },
          { place: 'reykjavik' },
        ],
      },
      {
        departsH: 0.3,
        sparse: 0.035,
        calls: [
          { place: 'pilotStation' },
          { place: 'midBay', holdMin: 100, ...besideShip },
          { place: 'pilotStation' },
          { place: 'reykjavik' },
        ],
      },
      {
        departsH: 4.1,
        sparse: 0.035,
        calls: [
          { place: 'hafnarfjordur', holdMin: 20 },
          { place: 'keflavik', holdMin: 15 },
          { place: 'reykjavik' },
        ],
      },
    ],
  },
  {
    name: 'Libeccio',
    hull: { ...hulls.RIB, lengthM: 8.6, massKg: 3300, engines: 1, fullLph: 104, topSpeedMps: 20 },
    home: 'genova',
    region: 'genova',
    captain: { name: 'Matteo Parodi', pace: 1.2, bearsG: 0.7 },
    equipment: 'n2k',
    sensors: 2,
    receivesAis: false,
    services: [
      { departsH: 8.2, sparse: 0.1, calls: [{ place: 'portofino', holdMin: 20 }, { place: 'genova' }] },
      { departsH: 12.4, sparse: 0.06, calls: [{ place: 'camogli', holdMin: 18 }, { place: 'genova' }] },
      {
        departsH: 15.6,
        sparse: 0.09,
        calls: [
          { place: 'nervi' },
          { place: 'camogli', holdMin: 14 },
          { place: 'sanFruttuoso' },
          { place: 'genova' },
        ],
      },
      { departsH: 19.1, sparse: 0.035, calls: [{ place: 'portofino', holdMin: 25 }, { place: 'genova' }] },
    ],
  },
  {
    name: 'Lanterna',
    hull: { ...hulls.PILOT, lengthM: 13.4, massKg: 15_500 },
    home: 'genova',
    region: 'genova',
    captain: { name: 'Giulia Canepa', pace: 0.9, bearsG: 0.38 },
    equipment: 'nmea0183+j1939',
    sensors: 2,
    receivesAis: true,
    services: [0.2, 1.7, 3.1, 4.4, 5.75, 7.1, 9.9, 11.6, 14.3, 17.2, 19.8, 21.6, 22.9].map((hour) =>
      genoaPilot(hour),
    ),
  },
  {
    name: 'Stella del Golfo',
    hull: hulls.COAST_FERRY,
    home: 'camogli',
    region: 'genova',
    captain: { name: 'Carlo Schiaffino', pace: 1, bearsG: 0.3 },
    equipment: 'nmea0183+readings',
    sensors: 1,
    receivesAis: false,
    services: [8.5, 11.4, 14.5, 17.6].map((departsH, i) => ({
      departsH,
      sparse: [0.12, 0.06, 0.09, 0.035][i] ?? 0,
      calls: [
        { place: 'sanFruttuoso', holdMin: 8 },
        { place: 'portofino', holdMin: 12 },
        { place: 'sanFruttuoso', holdMin: 6 },
        { place: 'camogli' },
      ],
    })),
  },
  {
    name: 'Stormur',
    hull: { ...hulls.RIB, lengthM: 7.8, massKg: 2600, engines: 1, fullLph: 78 },
    home: 'reykjavik',
    region: 'reykjavik',
    captain: { name: 'Eyvindur Máni Karlsson', pace: 1.25, bearsG: 0.75 },
    equipment: 'n2k',
    sensors: 1,
    receivesAis: false,
    services: [
      whaleTour(10, 30, 0.15),
      { departsH: 15, sparse: 0.1, calls: [{ place: 'lundey', holdMin: 15 }, { place: 'reykjavik' }] },
    ],
  },
]

/** A vessel of another organization, which the first one must never see. */
export const STRANGER: Boat = {
  name: 'Freyja',
  hull: hulls.FAST_MOTOR,
  home: 'hafnarfjordur',
  region: 'reykjavik',
  captain: { name: 'Hallgrímur Snær', pace: 0.9, bearsG: 0.35 },
  equipment: 'n2k',
  sensors: 1,
  receivesAis: false,
  services: [
    { departsH: 11.5, sparse: 0.1, calls: [{ place: 'keflavik', holdMin: 40 }, { place: 'hafnarfjordur' }] },
    { departsH: 16.5, sparse: 0.06, calls: [{ place: 'grotta' }, { place: 'hafnarfjordur' }] },
  ],
}
