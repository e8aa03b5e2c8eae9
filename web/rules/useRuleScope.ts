import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { departmentBranch } from '#contract/wire/department.ts'
import { geofencesQuery } from '../api/geofences.ts'
import { departmentsQuery, usePermission } from '../api/user.ts'
import { peopleQuery } from '../api/users.ts'
import { useVesselChoices } from '../fleet/useDistinctNames.ts'
import { useVesselNames } from '../live/vesselNames.ts'
import { useVessels } from '../live/vesselStates.ts'
import { namesOf } from '../loading/namesState.ts'

/**
 * Boats, geofences and people that a rule of a department can name: those of the department and the departments below
 * it.
 */
export function useRuleScope(departmentId: string) {
  const { data: departments } = useQuery(departmentsQuery)
  const mayListPeople = usePermission('department:user-view')
  const mayListFences = usePermission('department:geofence-view')
  const allVessels = useVessels((states) => states.all())
  const vesselNames = useVesselNames()
  const fences = useQuery({ ...geofencesQuery, enabled: mayListFences })
  const asksPeople = mayListPeople && departmentId !== ''
  const people = useQuery({ ...peopleQuery(departmentId), enabled: asksPeople })
  const branch = useMemo(
    () => new Set(departments ? departmentBranch(departments.data, departmentId) : []),
    [departments, departmentId],
  )
  const vessels = useMemo(
    () => allVessels.filter(({ department_id }) => branch.has(department_id)),
    [allVessels, branch],
  )
  const vesselChoices = useVesselChoices(vessels)
  return {
    vessels,
    vesselChoices,
    fences: useMemo(
      () => (fences.data ?? []).filter(({ department_id }) => branch.has(department_id)),
      [fences.data, branch],
    ),
    people: people.data ?? [],
    vesselNames,
    fenceNames: namesOf(fences, mayListFences),
    peopleNames: namesOf(people, asksPeople),
    mayListPeople,
  }
}
