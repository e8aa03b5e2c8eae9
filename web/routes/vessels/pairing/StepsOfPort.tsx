import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Imei, SourceAddress } from '#contract/wire/device.ts'
import type { Vessel } from '#contract/wire/vessel.ts'
import { gatewayQuery, makeDevice } from '../../../api/devices.ts'
import { DeviceWillGo } from '../../../devices/DeviceWillGo.tsx'
import classes from '../../../devices/devices.module.css'
import { useProblemWords } from '../../../forms/useProblemWords.ts'
import { useSave } from '../../../forms/useSave.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import connect from './Connect.module.css'

interface Props {
  kind: 'tracker' | 'nmea'
  vessel: Vessel
  /** Address of the console for the boat. */
  origin: string
}

/** Settings that open the ports, with the usual port of each. */
const EXAMPLES = { tracker: 'TELTONIKA_PORT=5027', nmea: 'NMEA_PORT=10110' } as const

/** How a tracker or a source of NMEA 0183 comes on the vessel, or what the operator of the installation has to do first. */
export function StepsOfPort({ kind, vessel, origin }: Props) {
  const { t } = useTranslation()
  const asked = useQuery(gatewayQuery)
  const gateway = asked.data
  if (asked.error && !gateway)
    return <LoadFailed sentence={t('error.devices')} error={asked.error} onRetry={asked.refetch} />
  if (!gateway) return null
  const port = kind === 'tracker' ? gateway.tracker_port : gateway.nmea_port
  if (port === null) return <p>{t('connect.portOff', { setting: EXAMPLES[kind] })}</p>
  return (
    <>
      <p className={classes.hint}>
        {t(`connect.kind.${kind}.before`, {
          host: gateway.mqtt.host ?? new URL(origin).hostname,
          port: `${port}`,
        })}
      </p>
      {gateway.has_unauthenticated_networks ? (
        <UnauthenticatedForm kind={kind} vessel={vessel} />
      ) : (
        <p>{t('connect.noNetworks')}</p>
      )}
    </>
  )
}

/** Puts a tracker with its IMEI, or a source of NMEA 0183 with its network address, on the vessel. */
function UnauthenticatedForm({ kind, vessel }: Omit<Props, 'origin'>) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isAdded, setAdded] = useState(false)
  const save = useSave({
    save: (given: { imei: string } | { ip_address: string }) =>
      makeDevice(vessel.id, { kind, ...given, replace_device: vessel.device !== null }),
    success: 'connect.added',
    failure: 'connect.addFailed',
    refusals: { conflict: 'connect.onAnother' },
    affects: ['vessels', 'devices'],
    onSaved: () => setAdded(true),
  })
  function submit() {
    const schema = kind === 'tracker' ? Imei : SourceAddress
    const parsed = schema.safeParse(typed.trim())
    setProblem(parsed.success ? null : (parsed.error.issues[0]?.message ?? null))
    if (parsed.success) save.mutate(kind === 'tracker' ? { imei: parsed.data } : { ip_address: parsed.data })
  }
  if (isAdded) return <p>{t('pairing.paired')}</p>
  return (
    <>
      {vessel.device && <DeviceWillGo vessel={vessel} />}
      <TextInput
        label={t(`connect.identity.${kind}`)}
        autoComplete="off"
        spellCheck={false}
        maxLength={45}
        value={typed}
        error={problem && words(problem)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p className={classes.hint}>{t('devices.notAuthenticatedHint')}</p>
      <Button className={connect.action ?? ''} loading={save.isPending} onClick={submit}>
        {t(vessel.device ? 'connect.replace' : 'connect.add')}
      </Button>
    </>
  )
}
