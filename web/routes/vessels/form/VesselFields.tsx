import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/domain/permissions.ts'
import {
  DASHBOARD_MODES,
  FIRST_YEAR_BUILT,
  FUEL_TYPES,
  GUIDANCE_MODES,
  VESSEL_KINDS,
} from '#contract/wire/vessel.ts'
import { useUser } from '../../../api/user.ts'
import type { StagedPicture } from '../../../api/vessels.ts'
import { ChoiceField, NumberField, TextField } from '../../../forms/fields.tsx'
import type { Form } from '../../../forms/useForm.ts'
import { VESSEL_FRAME } from '../../../pictures/crop.ts'
import { PictureField } from '../../../pictures/PictureField.tsx'
import { useDepartmentOptions } from '../../../tables/useDepartmentOptions.ts'
import { useSpeedWords } from '../../../ui/useSpeedWords.ts'
import { VesselPicture } from '../../../ui/VesselPicture.tsx'
import classes from './VesselFields.module.css'
import { typicalOf, type VesselDraft, type VesselKind } from './vesselDraft.ts'

interface Props {
  form: Form<VesselDraft>
  /** Permission for the intended action, in any department. */
  permission: Permission
  /** Address of the stored picture; `picture` is the change that saving applies. */
  url: string | null
  picture: StagedPicture
  onPicture: (picture: StagedPicture) => void
  /** True where choosing a kind fills in its typical sizes and speeds. */
  isNew?: boolean
}

/** Fields of a vessel: first the required ones, then the others in groups. */
export function VesselFields({ form, permission, url, picture, onPicture, isNew = false }: Props) {
  const { t } = useTranslation()
  const speed = useSpeedWords()
  const { company } = useUser()
  const departments = useDepartmentOptions(permission)
  const shownUrl = picture === undefined ? url : picture
  const { field } = form
  const year = field('year_built')
  const chooseKind = (kind: VesselKind) => form.set({ kind, ...(isNew ? typicalOf(kind, form.values) : {}) })
  return (
    <>
      <PictureField
        shown={
          <div className={classes.picture}>
            <VesselPicture name={form.values.name} kind={form.values.kind} url={shownUrl} height={72} />
          </div>
        }
        hasPicture={shownUrl !== null}
        frame={VESSEL_FRAME}
        tooBig="vessels.photoTooBig"
        onChange={(next) => onPicture(next === null && url === null ? undefined : next)}
      />
      <Group title={t('vessels.groups.required')}>
        <TextField field={field('name')} label={t('common.name')} maxLength={60} />
        <ChoiceField
          field={{ ...field('kind'), onChange: chooseKind }}
          label={t('vessels.kind')}
          hint={isNew ? t('vessels.hints.kind') : undefined}
          options={VESSEL_KINDS.map((value) => ({ value, label: t(`vessels.kinds.${value}`) }))}
        />
        {company.features.departments && (
          <ChoiceField
            field={field('department_id')}
            label={t('vessels.department')}
            options={departments}
            searchable={departments.length > 8}
          />
        )}
        <NumberField field={field('length')} label={t('vessels.length')} unit="m" />
        <NumberField field={field('beam_overall')} label={t('vessels.beam')} unit="m" />
        <NumberField field={field('top_speed')} label={t('vessels.topSpeed')} unit="kn" />
        <NumberField field={field('cruising_speed')} label={t('vessels.cruisingSpeed')} unit="kn" />
        <NumberField field={field('safety_speed_limit')} label={speed('limit')} unit="kn" />
        <NumberField field={field('impact_limit')} label={t('vessels.impactLimit')} unit="g" />
      </Group>
      <Group title={t('vessels.groups.general')}>
        <TextField field={field('ext_ref_id')} label={t('vessels.extRef')} maxLength={110} />
        <TextField field={field('manufacturer')} label={t('vessels.manufacturer')} maxLength={110} />
        <ChoiceField
          field={{
            ...year,
            value: year.value ? String(year.value) : '',
            theirs: year.theirs === undefined ? undefined : String(year.theirs ?? ''),
            onChange: (text) => year.onChange(text ? Number(text) : null),
          }}
          label={t('vessels.yearBuilt')}
          options={YEARS}
          searchable
        />
        <TextField field={field('hull_identification_number')} label={t('vessels.hin')} maxLength={20} />
        <TextField field={field('mmsi')} label={t('vessels.mmsi')} maxLength={12} />
        <NumberField field={field('displacement_weight')} label={t('vessels.displacement')} unit="t" />
      </Group>
      <Group title={t('vessels.groups.fuel')}>
        <ChoiceField
          field={field('fuel_type')}
          label={t('vessels.fuelType')}
          options={FUEL_TYPES.map((value) => ({ value, label: t(`vessels.fuelTypes.${value}`) }))}
        />
        <NumberField field={field('fuel_capacity')} label={t('vessels.fuelCapacity')} unit="L" />
        <NumberField field={field('target_fuel_rate')} label={t('vessels.targetFuelRate')} unit="L/nmi" />
        <NumberField
          field={field('nox_factor')}
          label={t('vessels.noxFactor')}
          unit="g/kg"
          hint={t('vessels.hints.noxFactor')}
        />
      </Group>
      <Group title={t('vessels.groups.system')}>
        <ChoiceField
          field={field('guidance_mode')}
          label={t('vessels.guidanceMode')}
          hint={t('vessels.hints.mode')}
          options={GUIDANCE_MODES.map((value) => ({ value, label: t(`vessels.guidance.${value}`) }))}
        />
        <ChoiceField
          field={field('dashboard_mode')}
          label={t('vessels.dashboardMode')}
          hint={t('vessels.hints.mode')}
          options={DASHBOARD_MODES.map((value) => ({ value, label: t(`vessels.dashboard.${value}`) }))}
        />
      </Group>
    </>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

const THIS_YEAR = new Date().getFullYear()
/** Years of construction, newest first, from next year on. */
const YEARS = Array.from({ length: THIS_YEAR + 2 - FIRST_YEAR_BUILT }, (_, back) => {
  const year = String(THIS_YEAR + 1 - back)
  return { value: year, label: year }
})
