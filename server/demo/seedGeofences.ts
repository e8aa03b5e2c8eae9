import { insertGeofence } from '#server/records/geofences.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'

interface Fence {
  department: 'reykjavik' | 'genova'
  name: string
  type: 'circle' | 'polygon' | 'line'
  coordinates: readonly (readonly [latitudeDeg: number, longitudeDeg: number])[]
  radiusM?: number
  isHarbor?: boolean
  color: 'BLUE' | 'GREEN' | 'RED' | 'ORANGE'
}

/** Harbours, a whale ground and fairways along the fleet's routes: every type and colour of geofence. */
const FENCES = [
  {
    department: 'reykjavik',
    name: 'Gamla höfnin',
    type: 'circle',
    coordinates: [[64.1525, -21.938]],
    radiusM: 420,
    isHarbor: true,
    color: 'BLUE',
  },
  {
    department: 'reykjavik',
    name: 'Hvalaslóð',
    type: 'polygon',
    coordinates: [
      [64.285, -22.3],
      [64.3, -22.19],
      [64.255, -22.15],
      [64.23, -22.23],
      [64.245, -22.32],
    ],
    color: 'GREEN',
  },
  {
    department: 'reykjavik',
    name: 'Engeyjarsund',
    type: 'line',
    coordinates: [
      [64.1665, -21.955],
      [64.1655, -21.918],
    ],
    color: 'ORANGE',
  },
  {
    department: 'genova',
    name: 'Porto Antico',
    type: 'circle',
    coordinates: [[44.4085, 8.9245]],
    radiusM: 600,
    isHarbor: true,
    color: 'BLUE',
  },
  {
    department: 'genova',
    name: 'Area marina protetta',
    type: 'polygon',
    coordinates: [
      [44.315, 9.135],
      [44.32, 9.175],
      [44.3, 9.225],
      [44.285, 9.22],
      [44.295, 9.14],
    ],
    color: 'RED',
  },
] as const satisfies readonly Fence[]
export type FenceName = (typeof FENCES)[number]['name']

export async function seedGeofences(
  tx: Tx,
  organizationId: string,
  departments: Record<Fence['department'], string>,
  createdAt: Date,
): Promise<Record<FenceName, { id: string; departmentId: string }>> {
  const made: Partial<Record<FenceName, { id: string; departmentId: string }>> = {}
  for (const { department, coordinates, ...fence } of FENCES) {
    const departmentId = departments[department]
    const id = await insertGeofence(tx, {
      ...{ ...fence, organizationId, departmentId, createdAt },
      coordinates: coordinates.map(([latitudeDeg, longitudeDeg]) => ({ latitudeDeg, longitudeDeg })),
    })
    made[fence.name] = { id, departmentId }
  }
  return made as Record<FenceName, { id: string; departmentId: string }>
}
