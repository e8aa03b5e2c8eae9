import { useMemo } from 'react'
import { mayDo } from '#contract/domain/permissions.ts'
import type { Geofence } from '#contract/wire/geofence.ts'
import { useUser } from '../../api/user.ts'

/** Geofences that the user may change. */
export function useEditableGeofences(geofences: readonly Geofence[]): readonly Geofence[] {
  const { permissions } = useUser()
  return useMemo(
    () =>
      geofences.filter(({ id, department_id }) =>
        mayDo(permissions, 'geofence:geofence-edit', id, department_id),
      ),
    [geofences, permissions],
  )
}
