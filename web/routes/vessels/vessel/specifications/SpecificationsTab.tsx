import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Fact } from '../../../../ui/Fact.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { Quantity } from '../../../../ui/Quantity.tsx'
import { useSpeedWords } from '../../../../ui/useSpeedWords.ts'
import { useOpenVessel } from '../openVessel.ts'
import { IgnoredPeriods } from './IgnoredPeriods.tsx'
import classes from './Specifications.module.css'

/** Specifications of the vessel in three groups; her fuel figures leave out the periods at the end. */
export function SpecificationsTab() {
  const { t } = useTranslation()
  const speed = useSpeedWords()
  const { kind, ext_ref_id, specs, system_settings: settings } = useOpenVessel()
  return (
    <>
      <div className={classes.groups}>
        <Panel title={t('vessels.groups.general')}>
          <dl className={classes.facts}>
            <Fact label={t('vessels.kind')}>{t(`vessels.kinds.${kind}`)}</Fact>
            <Fact label={t('vessels.manufacturer')}>{specs.manufacturer}</Fact>
            <Fact label={t('vessels.yearBuilt')}>{specs.year_built}</Fact>
            <Fact label={t('vessels.hin')}>{specs.hull_identification_number}</Fact>
            <Fact label={t('vessels.mmsi')}>{specs.mmsi}</Fact>
            <Fact label={t('vessels.extRef')}>{ext_ref_id}</Fact>
            <Measure label={t('vessels.length')} value={specs.length} unit="m" />
            <Measure label={t('vessels.beam')} value={specs.beam_overall} unit="m" />
            <Measure label={t('vessels.displacement')} value={specs.displacement_weight} unit="t" />
            <Measure label={t('vessels.topSpeed')} value={specs.top_speed} unit="kn" />
            <Measure label={t('vessels.cruisingSpeed')} value={specs.cruising_speed} unit="kn" />
          </dl>
        </Panel>
        <Panel title={t('vessels.groups.fuel')}>
          <dl className={classes.facts}>
            <Fact label={t('vessels.fuelType')}>{t(`vessels.fuelTypes.${specs.fuel_type}`)}</Fact>
            <Measure label={t('vessels.fuelCapacity')} value={specs.fuel_capacity} unit="L" />
            <Measure label={t('vessels.targetFuelRate')} value={settings.target_fuel_rate} unit="L/nmi" />
            <Measure label={t('vessels.noxFactor')} value={specs.nox_factor} unit="g/kg" />
          </dl>
        </Panel>
        <Panel title={t('vessels.groups.system')}>
          <dl className={classes.facts}>
            <Measure label={t('vessels.impactLimit')} value={settings.impact_limit} unit="g" />
            <Measure label={speed('limit')} value={settings.safety_speed_limit} unit="kn" />
            <Fact label={t('vessels.guidanceMode')}>{t(`vessels.guidance.${settings.guidance_mode}`)}</Fact>
            <Fact label={t('vessels.dashboardMode')}>
              {t(`vessels.dashboard.${settings.dashboard_mode}`)}
            </Fact>
          </dl>
        </Panel>
      </div>
      <IgnoredPeriods />
      <Outlet />
    </>
  )
}

const Measure = ({ label, value, unit }: { label: string; value: number | null; unit: string }) => (
  <Fact label={label}>
    {value === null ? null : <Quantity value={value} unit={unit} decimals={fitting(value)} />}
  </Fact>
)
/** Number of decimals that the user entered, at most 3. */
const fitting = (value: number) => Math.min(3, (/\.(\d+)$/.exec(String(value))?.[1] ?? '').length)
