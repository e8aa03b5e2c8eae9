import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { departmentBranch } from '#contract/department.ts'
import { geofencesQuery } from '../api/geofences.ts'
import { departmentsQuery, usePermission } from '../api/user.ts'
import { peopleQuery } from '../api/users.ts'
import { useVessels } from '../live/vesselStates.ts'

/** The boats, fences and people that a rule of a department can be about: those of it and of what is below it. */
export function useRuleScope(departmentId: string) {
  const { data: departments } = useQuery(departmentsQuery)
  const mayListPeople = usePermission('department:user-view')
  const mayListFences = usePermission('department:geofence-view')
  const allVessels = useVessels((states) => states.all())
  const areVesselsKnown = useVessels((states) => states.ready())
  const fences = useQuery({ ...geofencesQuery, enabled: mayListFences })
  const people = useQuery({ ...peopleQuery(departmentId), enabled: mayListPeople && departmentId !== '' })
  const branch = useMemo(
    () => new Set(departments ? departmentBranch(departments.data, departmentId) : []),
    [departments, departmentId],
  )
  return {
    vessels: useMemo(
      () => allVessels.filter(({ department_id }) => branch.has(department_id)),
      [allVessels, branch],
    ),
    fences: useMemo(
      () => (fences.data ?? []).filter(({ department_id }) => branch.has(department_id)),
      [fences.data, branch],
    ),
    people: people.data ?? [],
    areVesselsKnown,
    areFencesLoading: fences.isLoading,
    arePeopleLoading: people.isLoading,
    mayListPeople,
  }
}
