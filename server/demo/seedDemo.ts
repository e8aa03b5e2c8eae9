import { DAY_S } from '#contract/domain/time.ts'
import { knToMps, mpsToKn } from '#contract/domain/units.ts'
import type { createUser as CreateUser } from '#server/access/createUser.ts'
import type { Clock } from '#server/platform/clock.ts'
import { insertDepartment } from '#server/records/departments.ts'
import { createDevice, issuePairingCode } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { pairByCode } from '#server/records/pairings.ts'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { insertVessel } from '#server/records/vessels.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { captains } from '#server/stores/relational/schema.ts'
import { type Boat, FLEET, STRANGER } from '#simulator/fleet.ts'
import { FAST_MOTOR, RIB } from '#simulator/hulls.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demoAccounts.ts'
import { HISTORY_DAYS } from './historyPlan.ts'
import { OTHERS, type Other } from './otherOrganizations.ts'
import { seedGeofences } from './seedGeofences.ts'
import { seedRules } from './seedRules.ts'

/** State that the simulated devices keep from one start to the next. No other secrets are stored like this. */
export interface DemoFleet {
  organizationId: string
  /** Department for boats of real recordings. */
  departmentId: string
  boats: { name: string; vesselId: string; deviceId: string; secret: string }[]
  /** The second at which the demo was first started. */
  seededS: number
}

/** The setting that marks records as the demo's. */
export const DEMO_FLEET = 'demo.fleet'

/**
 * The demo's organizations, people, vessels and devices, made in one transaction the first time and found again ever
 * after.
 */
export async function seedDemo(deps: {
  db: Db
  clock: Clock
  createUser: typeof CreateUser
}): Promise<DemoFleet> {
  const { db, clock, createUser } = deps
  const known = await readSetting<DemoFleet>(db, DEMO_FLEET)
  if (known) return known
  return db.transaction(async (tx) => {
    const { organizationId, departmentId } = await insertOrganization(tx, {
      name: 'Faxaflói Tours',
      contact: 'utgerd@demo.example',
      departmentsFeature: true,
      createdAt: new Date(clock.nowMs() - HISTORY_DAYS * DAY_S * 1000),
    })
    const reykjavik = await insertDepartment(tx, {
      organizationId,
      parentId: departmentId,
      ...{ name: 'Reykjavík', contact: 'reykjavik@demo.example' },
      ...{ country: 'Iceland', region: 'Höfuðborgarsvæði' },
    })
    const genova = await insertDepartment(tx, {
      organizationId,
      parentId: departmentId,
      ...{ name: 'Genova', contact: 'genova@demo.example', country: 'Italy', region: 'Liguria' },
    })
    const recordings = await insertDepartment(tx, {
      organizationId,
      parentId: departmentId,
      name: 'Recordings',
    })
    const departmentOf = { reykjavik, genova }
    for (const { roleId, name, email } of DEMO_ACCOUNTS) {
      const own =
        { 'department-admin': reykjavik, 'department-viewer': genova }[roleId as string] ?? departmentId
      const person = { organizationId, departmentId: own, roleId, name, email, password: DEMO_PASSWORD }
      await createUser({ db: tx }, person)
    }
    const boats: DemoFleet['boats'] = []
    for (const boat of FLEET) {
      boats.push(await launch(tx, clock, boat, { organizationId, departmentId: departmentOf[boat.region] }))
    }
    await insertBoat(
      tx,
      { ...STRANGER, name: 'Álka', hull: RIB },
      { organizationId, departmentId: reykjavik },
      null,
    )

    const sinceMs = clock.nowMs() - HISTORY_DAYS * DAY_S * 1000
    const fences = await seedGeofences(tx, organizationId, departmentOf, new Date(sinceMs))
    const idsOf = (isPlaning: boolean) =>
      FLEET.flatMap(({ hull }, i) => (hull.planing === isPlaning ? (boats[i]?.vesselId ?? []) : []))
    await seedRules(
      tx,
      { organizationId, departmentId, fences, planing: idsOf(true), displacing: idsOf(false) },
      new Date(sinceMs),
    )

    for (const { hasStranger, ...other } of OTHERS) {
      const place = await found(tx, other, createUser)
      if (hasStranger) boats.push(await launch(tx, clock, STRANGER, place))
    }
    const fleet = {
      organizationId,
      departmentId: recordings,
      boats,
      seededS: Math.floor(clock.nowMs() / 1000),
    }
    await writeSetting(tx, DEMO_FLEET, fleet)
    return fleet
  })
}

/** An organization with its people, for super users to look into. */
async function found(
  tx: Tx,
  { people, ...organization }: Omit<Other, 'hasStranger'>,
  createUser: typeof CreateUser,
): Promise<Place> {
  const place = await insertOrganization(tx, organization)
  for (const person of people) {
    await createUser({ db: tx }, { ...place, ...person, password: DEMO_PASSWORD })
  }
  return place
}

type Place = { organizationId: string; departmentId: string }

/** A vessel with its captain and a paired device. */
async function launch(tx: Tx, clock: Clock, boat: Boat, place: Place): Promise<DemoFleet['boats'][number]> {
  const [captain] = await tx
    .insert(captains)
    .values({ ...place, name: boat.captain.name })
    .returning({ id: captains.id })
  const vesselId = await insertBoat(tx, boat, place, captain?.id ?? null)
  // As on any boat: the device introduces itself and shows a code, and a person types it.
  const { id: deviceId, secret } = await createDevice(tx, { id: deviceIdOf(boat.name) })
  const now = new Date(clock.nowMs())
  const { code } = await issuePairingCode(tx, deviceId, now.getTime())
  if (!(await pairByCode(tx, { code, vesselId, now }))) throw new Error(`${boat.name} was not paired`)
  return { name: boat.name, vesselId, deviceId, secret }
}

function insertBoat(tx: Tx, boat: Boat, place: Place, captainId: string | null): Promise<string> {
  const { hull } = boat
  return insertVessel(tx, {
    ...place,
    captainId,
    name: boat.name,
    kind: hull.kind,
    lengthM: hull.lengthM,
    beamM: hull.beamM,
    topSpeedMps: inTenths(hull.topSpeedMps),
    cruisingSpeedMps: inTenths(hull.cruiseSpeedMps),
    displacementKg: hull.massKg,
    fuelCapacityM3: hull.tankM3,
    // High-revving outboards burn petrol, everything that pushes harder burns diesel.
    fuelType: hull.maxRpm > 4500 ? 'petrol' : 'diesel',
    noxFactorGPerKg: hull.maxRpm > 4500 ? 12 : 42,
    impactLimitG: hull.planing ? 3 : 1.5,
    safetySpeedLimitMps: inTenths(safeShare(hull) * hull.topSpeedMps),
  })
}

/** Share of its top speed that is safe for a hull: planing hulls slam, and small ones more. */
const safeShare = ({ planing, lengthM }: Boat['hull']) =>
  planing ? (lengthM < FAST_MOTOR.lengthM ? 0.62 : 0.75) : 0.88

/** As a person would have entered it: in knots, to a tenth. */
const inTenths = (speedMps: number) => knToMps(Math.round(10 * mpsToKn(speedMps)) / 10)

/** `demo-saebjorg`: ids of devices contain plain letters only. */
export function deviceIdOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
    .replaceAll('ø', 'o')
  return `demo-${plain.normalize('NFD').replaceAll(/[^a-z0-9]+/g, (odd) => (/^\p{M}+$/u.test(odd) ? '' : '-'))}`
}
