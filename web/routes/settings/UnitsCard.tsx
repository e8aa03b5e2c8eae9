import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { UNIT_CHOICES, type Units } from '#contract/domain/unitChoice.ts'
import { holdUnits, saveUnits } from '../../api/profile.ts'
import { useUser } from '../../api/user.ts'
import { Segment } from '../../ui/Segment.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import classes from './UnitsCard.module.css'

const KINDS = Object.keys(UNIT_CHOICES) as (keyof Units)[]

/** Units of the user. A choice applies at once, everywhere. */
export function UnitsCard() {
  const { t } = useTranslation()
  const { units } = useUser()
  const save = useMutation({
    ...{ scope: { id: 'units' }, onMutate: holdUnits, mutationFn: saveUnits },
    meta: { errorMessage: 'units.failed' },
  })
  return (
    <SettingsCard title={t('units.title')} hint={t('units.hint')}>
      <div className={classes.kinds}>
        {KINDS.map((kind) => (
          <div key={kind} className={classes.kind}>
            <span aria-hidden="true">{t(`units.kind.${kind}`)}</span>
            <Segment
              label={t(`units.kind.${kind}`)}
              value={units[kind] as string}
              onChange={(value) => save.mutate({ [kind]: value })}
              options={UNIT_CHOICES[kind].map((value) => ({ value, label: t(`units.name.${value}`) }))}
            />
          </div>
        ))}
      </div>
      <p className={classes.note}>{t('units.wind')}</p>
    </SettingsCard>
  )
}
