import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Permission } from '#contract/domain/permissions.ts'
import { GEOFENCE_COLORS, type GeofenceForm, type GeofenceShape } from '#contract/wire/geofence.ts'
import { useUser } from '../../api/user.ts'
import { ChoiceField, SwitchRow, TextField } from '../../forms/fields.tsx'
import type { Form } from '../../forms/useForm.ts'
import { geofenceColour } from '../../map/geofenceColours.ts'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { useTokens } from '../../ui/useTokens.ts'
import classes from './Geofences.module.css'

type Values = z.input<typeof GeofenceForm>

interface Props {
  form: Form<Values>
  /** Permission for the intended action, in any department. */
  permission: Permission
  type: GeofenceShape['type']
}

/** Fields of a geofence that do not depend on its shape. */
export function GeofenceFields({ form, permission, type }: Props) {
  const { t } = useTranslation()
  const tokens = useTokens()
  const { company } = useUser()
  const departments = useDepartmentOptions(permission)
  return (
    <>
      <TextField field={form.field('name')} label={t('common.name')} />
      {company.features.departments && (
        <ChoiceField
          field={form.field('department_id')}
          label={t('users.department')}
          options={departments}
          searchable
        />
      )}
      <Radio.Group
        label={t('geofences.colour')}
        value={form.values.color}
        onChange={(color) => form.set({ color: color as Values['color'] })}
      >
        <div className={classes.colours}>
          {GEOFENCE_COLORS.map((color) => (
            <Radio.Card
              key={color}
              value={color}
              className={classes.colour ?? ''}
              aria-label={t(`geofences.colours.${color}`)}
            >
              <span style={{ background: geofenceColour(tokens, color) }} />
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <SwitchRow
        label={t('geofences.harbor')}
        hint={t(type === 'line' ? 'geofences.harborLine' : 'geofences.harborHint')}
        checked={form.values.is_harbor}
        disabled={type === 'line'}
        onChange={(is_harbor) => form.set({ is_harbor })}
      />
    </>
  )
}
