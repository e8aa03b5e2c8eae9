import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/wire/geofence.ts'
import { ChangedMeanwhile } from '../../forms/ChangedMeanwhile.tsx'

/** Compares a geofence as it was when editing began with the version that another user saved since. */
export function ChangedFence({ expected, now }: { expected: Geofence; now: Geofence }) {
  const { t } = useTranslation()
  const yesOrNo = (is: boolean) => t(is ? 'resources.yes' : 'resources.no')
  const shapeOf = ({ coordinates, radius }: Geofence) => JSON.stringify([coordinates, radius])
  return (
    <ChangedMeanwhile
      sentence={t('geofences.changedMeanwhile', { name: expected.name })}
      changes={[
        { title: t('common.name'), before: expected.name, after: now.name },
        { title: t('users.department'), before: expected.department.name, after: now.department.name },
        {
          title: t('geofences.colour'),
          before: t(`geofences.colours.${expected.color}`),
          after: t(`geofences.colours.${now.color}`),
        },
        { title: t('geofences.harbor'), before: yesOrNo(expected.is_harbor), after: yesOrNo(now.is_harbor) },
        ...(shapeOf(expected) === shapeOf(now)
          ? []
          : [{ title: t('geofences.shape'), after: t('geofences.shapeChanged') }]),
      ]}
    />
  )
}
