import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { IgnoredFuelPeriod } from '#contract/wire/vessel.ts'
import { usePermission } from '../../../../api/user.ts'
import { editIgnoredPeriods, readVesselAgain } from '../../../../api/vessels.ts'
import { useSave } from '../../../../forms/useSave.ts'
import { useFormats } from '../../../../i18n/useFormats.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { useOpenVessel } from '../openVessel.ts'
import classes from './Specifications.module.css'

/** Periods whose fuel data are ignored, for example because of a faulty flow meter. */
export function IgnoredPeriods() {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const { id: vesselId, system_settings } = useOpenVessel()
  const periods = system_settings.ignored_fuel_data_periods
  const mayEdit = usePermission('vessel:vessel-edit', vesselId)
  const remove = useSave({
    save: (left: IgnoredFuelPeriod[]) => editIgnoredPeriods(vesselId, left, periods),
    success: 'vessels.updated',
    failure: 'vessels.updateFailed',
    refusals: { conflict: 'form.changedMeanwhile' },
    onFailed: () => void readVesselAgain(vesselId).catch(() => null),
    affects: ['vessels', 'statistics', 'trips'],
  })
  const open = (period: string) =>
    void navigate({
      to: '/vessels/$vesselId/specifications/ignored/$period',
      params: { vesselId, period },
      resetScroll: false,
    })
  const wordsOf = ({ type, start_time, end_time }: IgnoredFuelPeriod) =>
    t(`vessel.ignored.${type}`, {
      start: formats.dateTime(start_time === null ? null : Date.parse(start_time)),
      end: formats.dateTime(end_time === null ? null : Date.parse(end_time)),
    })
  return (
    <Panel
      title={t('vessel.ignored.title')}
      note={t('vessel.ignored.note')}
      aside={
        mayEdit && (
          <Button
            variant="default"
            leftSection={<Icon of={IconPlus} size={16} />}
            onClick={() => open('new')}
          >
            {t('vessel.ignored.add')}
          </Button>
        )
      }
    >
      {periods.length === 0 ? (
        <p className={classes.none}>{t('vessel.ignored.none')}</p>
      ) : (
        <ul className={classes.periods}>
          {periods.map((period, at) => (
            <li key={`${period.type} ${period.start_time} ${period.end_time} ${period.created_at}`}>
              <div>
                <p>{wordsOf(period)}</p>
                {period.comment && <p className={classes.aside}>{period.comment}</p>}
              </div>
              {mayEdit && (
                <div className={classes.buttons}>
                  <IconButton
                    icon={IconPencil}
                    label={t('vessel.ignored.change')}
                    onClick={() => open(String(at))}
                  />
                  <IconButton
                    icon={IconTrash}
                    label={t('vessel.ignored.remove')}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(periods.filter((one) => one !== period))}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
