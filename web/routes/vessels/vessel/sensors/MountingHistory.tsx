import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sensor } from '#contract/wire/sensor.ts'
import type { SensorMounting } from '#contract/wire/sensorMounting.ts'
import { mountingsQuery, unmountSensor } from '../../../../api/sensors.ts'
import { DeleteDialog } from '../../../../forms/DeleteDialog.tsx'
import { useSave } from '../../../../forms/useSave.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { LoadFailed } from '../../../../ui/LoadFailed.tsx'
import { OF_MOTION } from './ofMotion.ts'
import classes from './Sensors.module.css'
import { useMountingWords } from './useMountingWords.ts'

/** Mountings of a sensor, the latest first. */
export function MountingHistory({ sensor, mayEdit }: { sensor: Sensor; mayEdit: boolean }) {
  const { t } = useTranslation()
  const words = useMountingWords()
  const { data, error, refetch } = useQuery(mountingsQuery(sensor.id))
  const [leaving, setLeaving] = useState<SensorMounting | null>(null)
  return (
    <section className={classes.mountings} aria-labelledby="mountings">
      <h3 id="mountings">{t('mounting.title')}</h3>
      {error && <LoadFailed sentence={t('sensorPage.failed')} error={error} onRetry={refetch} />}
      {data?.length === 0 && <p>{t('mounting.none')}</p>}
      {data && data.length > 0 && (
        <ol className={classes.mountingList}>
          {data.map((mounting) => (
            <li key={mounting.id}>
              <strong>{words.since(mounting)}</strong>
              <span>{mounting.place ?? t('mounting.noPlace')}</span>
              <span>{words.axes(mounting)}</span>
              <span>
                {mounting.levelling
                  ? t('mounting.levelledBy', {
                      lean: words.lean(mounting.levelling),
                      minute: words.minute(mounting.levelling),
                    })
                  : t('mounting.notLevelled')}
              </span>
              {mounting.created_by && <small>{t('mounting.enteredBy', { name: mounting.created_by })}</small>}
              {mayEdit && (
                <IconButton
                  className={classes.takeBack ?? ''}
                  label={t('mounting.takeBack')}
                  icon={IconTrash}
                  variant="subtle"
                  onClick={() => setLeaving(mounting)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {leaving && <TakeBack sensorId={sensor.id} mounting={leaving} onClose={() => setLeaving(null)} />}
    </section>
  )
}

function TakeBack(props: { sensorId: string; mounting: SensorMounting; onClose: () => void }) {
  const { sensorId, mounting, onClose } = props
  const { t } = useTranslation()
  const words = useMountingWords()
  const save = useSave({
    save: () => unmountSensor(sensorId, mounting.id),
    success: 'mounting.takenBack',
    failure: 'sensorPage.updateFailed',
    affects: OF_MOTION,
    onSaved: onClose,
  })
  return (
    <DeleteDialog
      action={t('mounting.takeBack')}
      consequence={t('mounting.takeBackMeans', { since: words.since(mounting) })}
      pending={save.isPending}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    />
  )
}
