import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeviceKind } from '#contract/wire/device.ts'
import type { Vessel } from '#contract/wire/vessel.ts'
import { deviceQuery, makeDevice, renewSecret } from '../../../api/devices.ts'
import { useSave } from '../../../forms/useSave.ts'

/** Makes a device of this kind for a vessel, or a new secret for the one that she has. The secret is shown once. */
export function useCredentials(vessel: Vessel, kind: DeviceKind) {
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null)
  const presentId = vessel.device?.id
  const present = useQuery({ ...deviceQuery(presentId ?? ''), enabled: presentId !== undefined }).data
  const isOther = present !== undefined && present.kind !== kind
  const ask = useSave({
    save: () =>
      presentId === undefined || isOther
        ? makeDevice(vessel.id, { kind, replace_device: isOther })
        : renewSecret(presentId),
    success: kind === 'phone' ? 'devices.phone.renewed' : 'connect.made',
    failure: 'connect.failed',
    affects: ['vessels', 'devices'],
    onSaved: setCreated,
  })
  return {
    created,
    isPending: ask.isPending,
    make: () => ask.mutate(undefined),
    /** False while the kind of the present device is unknown. */
    isKnown: presentId === undefined || present !== undefined,
    /** True when the vessel has a device of another kind, which would be replaced. */
    isOther,
    hasOne: presentId !== undefined && !isOther,
  }
}
