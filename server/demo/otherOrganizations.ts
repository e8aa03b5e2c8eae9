import type { RoleId } from '#contract/domain/permissions.ts'

export interface Other {
  name: string
  contact: string
  country: string
  region: string
  departmentsFeature: boolean
  hasComfortSpeed: boolean
  /** True when the organization has the boat that the first organization never sees. */
  hasStranger: boolean
  people: { name: string; email: string; roleId: RoleId }[]
}

/**
 * Small organizations beside the demo's own: one without departments, one that calls the safety speed comfort
 * speed.
 */
export const OTHERS: readonly Other[] = [
  {
    name: 'Norðurfar Charter',
    contact: 'skrifstofa@nordurfar.example',
    country: 'Iceland',
    region: '',
    departmentsFeature: false,
    hasComfortSpeed: false,
    hasStranger: true,
    people: [
      {
        name: 'Sigríður Lind Ólafsdóttir',
        email: 'sigridur@nordurfar.example',
        roleId: 'organization-admin',
      },
      { name: 'Haukur Freyr Pálsson', email: 'haukur@nordurfar.example', roleId: 'organization-viewer' },
    ],
  },
  {
    name: 'Riviera Comfort Line',
    contact: 'ufficio@rivieracomfort.example',
    country: 'Italy',
    region: 'Liguria',
    departmentsFeature: true,
    hasComfortSpeed: true,
    hasStranger: false,
    people: [
      { name: 'Giulia Parodi', email: 'giulia@rivieracomfort.example', roleId: 'organization-admin' },
      { name: 'Matteo Canepa', email: 'matteo@rivieracomfort.example', roleId: 'organization-viewer' },
      { name: 'Elena Traverso', email: 'elena@rivieracomfort.example', roleId: 'organization-viewer' },
    ],
  },
]
