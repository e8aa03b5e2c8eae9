import { z } from 'zod'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { expectedValues } from './optimisticLock.ts'
import { Country, Region } from './place.ts'

/** A null parent_id means the top-level department, which stands for the organization itself. */
export const Department = z.object({
  id: z.uuid().describe('Identifier of the department, a UUID.'),
  name: z.string().describe('Name of the department.'),
  parent_id: z
    .uuid()
    .nullable()
    .describe('Identifier of the department above, a UUID; null for the top level.'),
  company_id: z.uuid().describe("Identifier of the department's organization, a UUID."),
  contact: z.string().nullable().describe('Email address for contact; null if unknown.'),
  country: z.string().nullable().describe('English name of the country; null if unknown.'),
  region: z.string().nullable().describe('Region within the country; null if unknown.'),
})
export type Department = z.infer<typeof Department>

export const CountedDepartment = Department.extend({
  count: z
    .object({
      users: z.int().describe('Number of users in the department.'),
      vessels: z.int().describe('Number of vessels in the department.'),
      captains: z.int().describe('Number of captains in the department.'),
      trips: z.int().describe("Number of trips of the department's vessels."),
    })
    .describe('Number of objects in the department.'),
})
export type CountedDepartment = z.infer<typeof CountedDepartment>

export const isTopLevel = (department: { parent_id: string | null }) => department.parent_id === null

/** Ids of a department and of all below it; parents may stand anywhere in the list. */
export function departmentBranch(
  departments: readonly Pick<Department, 'id' | 'parent_id'>[],
  id: string,
): ReadonlySet<string> {
  const branch = new Set([id])
  for (const known of branch) {
    for (const { id: child, parent_id } of departments) if (parent_id === known) branch.add(child)
  }
  return branch
}

export const DepartmentForm = z.object({
  name: oneLine()
    .min(1, 'Department name is required')
    .max(50, 'Maximum 50 symbols')
    .describe('Name of the department, 1 to 50 characters.'),
  contact: z
    .email('Contact email is required')
    .max(254)
    .describe('Email address for contact, at most 254 characters.'),
  country: Country.describe('English name of the country, as the form offers it.'),
  region: Region.default('').describe('Region of the country; empty for none.'),
  parent_id: z
    .uuid('Parent department is required')
    .describe('Identifier of the department above the new one, a UUID.'),
})
export type DepartmentForm = z.infer<typeof DepartmentForm>
/** Fields that are absent stay unchanged. */
const DepartmentEdit = DepartmentForm.extend({
  region: Region.describe('Region of the country; empty for none.'),
})
  .partial()
  .extend({
    expected: expectedValues(DepartmentForm).describe(
      'Values of the changed fields as the sender last read them. The call fails with `conflict` if another user changed one of these fields since.',
    ),
  })
export type DepartmentEdit = z.infer<typeof DepartmentEdit>

/**
 * Departments that the caller can see. All users need the names for pickers and badges, so the call requires no
 * permission. Pickers want all departments; only a paged list names a limit.
 */
export const listDepartments = endpoint({
  method: 'GET',
  path: '/api/departments',
  access: 'signed-in',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['name', 'country', 'users', 'vessels', 'captains', 'trips'],
    usual: ['name', 'asc'],
    filters: { id: 'id', name: 'text', department_id: 'department' },
    limit: 10_000,
  },
  output: page(CountedDepartment),
})
export const getDepartment = endpoint({
  method: 'GET',
  path: '/api/departments/:id',
  access: 'signed-in',
  forKeys: true,
  params: byId,
  output: CountedDepartment,
})
export const createDepartment = endpoint({
  method: 'POST',
  path: '/api/departments',
  access: 'department:department-create',
  problems: ['NAME_IN_USE'],
  body: DepartmentForm,
  output: CountedDepartment,
})
/** The top-level department is the organization's: its parent stays null and its name is the organization's. */
export const updateDepartment = endpoint({
  method: 'PUT',
  path: '/api/departments/:id',
  access: 'department:department-edit',
  problems: ['NAME_IN_USE'],
  params: byId,
  body: DepartmentEdit,
  output: CountedDepartment,
})
/** Refused with DELETING_NON_EMPTY_DEPARTMENT_NOT_ALLOWED while it holds users, vessels, captains or departments. */
export const deleteDepartment = endpoint({
  method: 'DELETE',
  path: '/api/departments/:id',
  access: 'department:department-delete',
  problems: ['DELETING_NON_EMPTY_DEPARTMENT_NOT_ALLOWED'],
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
