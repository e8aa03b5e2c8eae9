import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/geofence.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './Geofences.module.css'

/** What a geofence was when one began to change it, and what somebody else has made of it since. */
export function ChangedMeanwhile({ was, now }: { was: Geofence; now: Geofence }) {
  const { t } = useTranslation()
  const yesOrNo = (is: boolean) => t(is ? 'resources.yes' : 'resources.no')
  const fields = [
    { title: t('common.name'), before: was.name, after: now.name },
    { title: t('users.department'), before: was.department.name, after: now.department.name },
    {
      title: t('geofences.colour'),
      before: t(`geofences.colours.${was.color}`),
      after: t(`geofences.colours.${now.color}`),
    },
    { title: t('geofences.harbor'), before: yesOrNo(was.is_harbor), after: yesOrNo(now.is_harbor) },
  ].filter(({ before, after }) => before !== after)
  const shapeOf = ({ coordinates, radius }: Geofence) => JSON.stringify([coordinates, radius])
  return (
    <div className={classes.meanwhile} role="alert">
      <strong>
        <Icon of={IconAlertTriangle} size={16} />
        {t('geofences.changedMeanwhile', { name: was.name })}
      </strong>
      <dl>
        {fields.map(({ title, before, after }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <del>{before}</del> <Icon of={IconArrowRight} size={14} />
              {after}
            </dd>
          </div>
        ))}
        {shapeOf(was) !== shapeOf(now) && (
          <div>
            <dt>{t('geofences.shape')}</dt>
            <dd>{t('geofences.shapeChanged')}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
