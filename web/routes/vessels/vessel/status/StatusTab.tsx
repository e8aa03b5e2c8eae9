import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { DEVICE_GROUPS } from '#contract/wire/vesselStatus.ts'
import { vesselStatusQuery } from '../../../../api/vesselStatus.ts'
import { useVessel } from '../../../../live/vesselStates.ts'
import { Late } from '../../../../ui/Late.tsx'
import { LoadFailed } from '../../../../ui/LoadFailed.tsx'
import { useOpenVessel } from '../openVessel.ts'
import { DeviceCard } from './DeviceCard.tsx'
import { NoStatus } from './NoStatus.tsx'
import classes from './Status.module.css'

/** Last reports of the vessel's devices, in groups; dialogs about the vessel open over them. */
export function StatusTab() {
  const { t } = useTranslation()
  const vessel = useOpenVessel()
  const { id } = vessel
  const shown = useVessel(id)?.status
  const status = useQuery(vesselStatusQuery(id, shown === 'sailing' || shown === 'online'))
  const groups = DEVICE_GROUPS.filter((group) => (status.data?.[group].length ?? 0) > 0)
  return (
    <>
      {status.data ? (
        groups.length > 0 ? (
          <div className={classes.groups}>
            {groups.map((group) => (
              <section
                key={group}
                className={classes.group}
                style={{ '--devices': status.data[group].length } as CSSProperties}
              >
                <h2>{t(`vesselStatus.groups.${group}`)}</h2>
                <ul className={classes.cards}>
                  {status.data[group].map((device) => (
                    <li key={device.id}>
                      <DeviceCard vesselId={id} device={device} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        ) : (
          <NoStatus vessel={vessel} />
        )
      ) : status.error ? (
        <LoadFailed sentence={t('vesselStatus.failed')} error={status.error} onRetry={status.refetch} />
      ) : (
        <Late>
          <div className={classes.cards} role="status" aria-label={t('vessel.loading')}>
            <Skeleton height={180} radius={8} />
            <Skeleton height={180} radius={8} />
          </div>
        </Late>
      )}
      <Outlet />
    </>
  )
}
