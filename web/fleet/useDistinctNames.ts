import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { distinctNames } from '#contract/text/distinctNames.ts'
import { compareNames } from '#contract/text/nameOrder.ts'
import { isTopLevel } from '#contract/wire/department.ts'
import { departmentsQuery, useUser } from '../api/user.ts'
import { currentLanguage } from '../i18n/i18n.ts'

interface Row {
  id: string
  name: string
  department_id: string
}

/** Names of vessels by id; equal names get their department or a number. */
export function useDistinctNames(): (rows: readonly Row[]) => Map<string, string> {
  const { company } = useUser()
  const departments = useQuery(departmentsQuery).data?.data
  return useCallback(
    (rows) => {
      const departmentNames = new Map(
        departments?.map((one) => [one.id, isTopLevel(one) ? company.name : one.name]),
      )
      return distinctNames(rows, ({ department_id }) => departmentNames.get(department_id))
    },
    [departments, company.name],
  )
}

/** Vessels to choose from, sorted by name. */
export function useVesselChoices(rows: readonly Row[]): { value: string; label: string }[] {
  const names = useDistinctNames()(rows)
  const byName = compareNames(currentLanguage())
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => byName(a.label, b.label))
}
