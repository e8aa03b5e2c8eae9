import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import { gatewayQuery } from '../../../api/devices.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import classes from './Connect.module.css'
import { CopyLines } from './CopyLines.tsx'
import { OWN_WAYS, type OwnWay, ownLines } from './connectLines.ts'
import { MakeCredentials } from './MakeCredentials.tsx'
import { useCredentials } from './useCredentials.ts'

/** Credentials for a device of the owner's making, and one message of each kind with them. */
export function OwnProtocol({ vessel, origin }: { vessel: Vessel; origin: string }) {
  const { t } = useTranslation()
  const asked = useQuery(gatewayQuery)
  const gateway = asked.data
  const [way, setWay] = useState<OwnWay>('mqtt')
  const credentials = useCredentials(vessel, 'device')
  const { created } = credentials
  if (!gateway && asked.error)
    return <LoadFailed sentence={t('error.devices')} error={asked.error} onRetry={asked.refetch} />
  const { host = null, port = null, is_secure: isSecure = false } = gateway?.mqtt ?? {}
  const mqtt = { host: host ?? new URL(origin).hostname, port: port ?? (isSecure ? 8883 : 1883), isSecure }
  return (
    <>
      <Select
        label={t('connect.how')}
        allowDeselect={false}
        data={OWN_WAYS.map((value) => ({ value, label: t(`connect.way.${value}`) }))}
        value={way}
        onChange={(chosen) => setWay(chosen ?? 'mqtt')}
      />
      <p className={classes.hint}>{t(`connect.hint.${way}`)}</p>
      {created ? (
        <>
          <CopyLines lines={ownLines(way, { ...created, origin, mqtt })} />
          <p className={classes.hint}>{t('connect.once')}</p>
        </>
      ) : (
        <MakeCredentials vessel={vessel} kind="device" credentials={credentials} disabled={!gateway} />
      )}
    </>
  )
}
