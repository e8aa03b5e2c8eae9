import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Vessel } from '#contract/wire/vessel.ts'
import { deviceQuery, makeDevice, renewSecret } from '../../../api/devices.ts'
import { useSave } from '../../../forms/useSave.ts'

/** Kinds of devices that sign in with a secret. */
export type KindWithSecret = 'device' | 'phone'

/** Makes a device of this kind for a vessel, or a new secret for the one that she has. The secret is shown once. */
export function useCredentials(vessel: Vessel, kind: KindWithSecret) {
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
    onSaved: ({ id, secret }) => secret !== null && setCreated({ id, secret }),
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
