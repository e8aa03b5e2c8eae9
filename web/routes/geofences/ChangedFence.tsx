import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/geofence.ts'
import { ChangedMeanwhile } from '../../forms/ChangedMeanwhile.tsx'

/** What a geofence was when one began to change it, and what somebody else has made of it since. */
export function ChangedFence({ was, now }: { was: Geofence; now: Geofence }) {
  const { t } = useTranslation()
  const yesOrNo = (is: boolean) => t(is ? 'resources.yes' : 'resources.no')
  const shapeOf = ({ coordinates, radius }: Geofence) => JSON.stringify([coordinates, radius])
  return (
    <ChangedMeanwhile
      sentence={t('geofences.changedMeanwhile', { name: was.name })}
      changes={[
        { title: t('common.name'), before: was.name, after: now.name },
        { title: t('users.department'), before: was.department.name, after: now.department.name },
        {
          title: t('geofences.colour'),
          before: t(`geofences.colours.${was.color}`),
          after: t(`geofences.colours.${now.color}`),
        },
        { title: t('geofences.harbor'), before: yesOrNo(was.is_harbor), after: yesOrNo(now.is_harbor) },
        ...(shapeOf(was) === shapeOf(now)
          ? []
          : [{ title: t('geofences.shape'), after: t('geofences.shapeChanged') }]),
      ]}
    />
  )
}
