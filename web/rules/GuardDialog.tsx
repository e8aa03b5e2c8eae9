import { Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { departmentBranch } from '#contract/wire/department.ts'
import type { RuleForm } from '#contract/wire/rule.ts'
import { addGeofence, removeGeofence } from '../api/geofences.ts'
import { createRule, deleteRule } from '../api/rules.ts'
import { departmentsQuery, useUser } from '../api/user.ts'
import { vesselStatusQuery } from '../api/vesselStatus.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useSave } from '../forms/useSave.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useVessel } from '../live/vesselStates.ts'
import { useSeriesName } from '../plots/useSeriesName.ts'
import { toast } from '../toasts/toast.ts'
import { Numeric } from './ConditionFields.tsx'
import classes from './GuardDialog.module.css'
import { batteryRule, bilgeRule, driftRule, GUARDS, type Guard, guardable, shoreRule } from './guards.ts'
import { ManyField } from './ManyField.tsx'
import { useRuleScope } from './useRuleScope.ts'

const USUAL_RADIUS_M = 100
const RADIUS_M = { min: 30, max: 5000 } as const
const USUAL_MINUTES = 2
const MINUTES = { min: 1, max: 600 } as const
const VOLTS = { min: 1, max: 100 } as const
/** The longest name that leaves room for the words around it. */
const NAME_CHARACTERS = 36

const isWithin = (value: number | null, { min, max }: { min: number; max: number }): value is number =>
  value !== null && value >= min && value <= max

/** Sets up alerts for a boat with no crew aboard: drift, bilge, shore power, battery. */
export function GuardDialog({
  vessel,
  onClose,
}: {
  vessel: { id: string; name: string }
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useVessel(vessel.id)
  const formats = useFormats()
  const seriesName = useSeriesName()
  const status = useQuery(vesselStatusQuery(vessel.id, false))
  const place =
    state && state.latitudeDeg !== null && state.longitudeDeg !== null
      ? { latitudeDeg: state.latitudeDeg, longitudeDeg: state.longitudeDeg }
      : null
  const available = status.data ? guardable(status.data) : null

  const me = useUser()
  const scope = useRuleScope(state?.department_id ?? '')
  const departments = useQuery(departmentsQuery).data?.data ?? []
  const mine = [me.department_id, ...me.memberships.map(({ department_id }) => department_id)]
  // A rule has recipients of its department, so a person of a higher department creates the rule there.
  const boatDepartmentId = state?.department_id ?? ''
  const ruleDepartmentId = mine.includes(boatDepartmentId)
    ? boatDepartmentId
    : mine.find((id) => departmentBranch(departments, id).has(boatDepartmentId))
  const people = [
    ...(ruleDepartmentId === undefined ? [] : [me]),
    ...scope.people.filter(({ id }) => id !== me.id),
  ]
  const [chosenPeople, setNotify] = useState<readonly string[] | null>(null)
  const notify = chosenPeople ?? (ruleDepartmentId === undefined ? [] : [me.id])
  const [chosen, setChosen] = useState<readonly Guard[]>(['drift'])
  const [radius, setRadius] = useState<number | null>(USUAL_RADIUS_M)
  const [engineOff, setEngineOff] = useState(false)
  const [pump, setPump] = useState<string | null>(null)
  const [minutes, setMinutes] = useState<number | null>(USUAL_MINUTES)
  const [ownVolts, setVolts] = useState<number | null | undefined>(undefined)
  const volts = ownVolts === undefined ? (available?.usualLowV ?? null) : ownVolts
  const bilge = pump ?? (available?.switches.length === 1 ? (available.switches[0]?.field ?? null) : null)

  const cannot: Record<Guard, string | null> = {
    drift: !place ? t('guard.nowhere') : state?.status === 'sailing' ? t('guard.underWay') : null,
    bilge: available && available.switches.length === 0 ? t('guard.noSwitches') : null,
    shore:
      available &&
      available.liveInputs.length === 0 &&
      (available.hasInputs || available.batteries.length === 0)
        ? t(available.hasInputs ? 'guard.noShoreNow' : 'guard.noShore')
        : null,
    battery: available && available.batteries.length === 0 ? t('guard.noBattery') : null,
  }
  const isOn = (guard: Guard) => chosen.includes(guard) && cannot[guard] === null
  const isFit = {
    drift: isWithin(radius, RADIUS_M),
    bilge: bilge !== null && isWithin(minutes, MINUTES),
    shore: available !== null,
    battery: isWithin(volts, VOLTS),
  }
  const wanted = GUARDS.filter(isOn)

  async function guard() {
    if (!state) throw new Error('she is not known')
    const departmentId = notify.includes(me.id) ? ruleDepartmentId : undefined
    const of = { id: vessel.id, departmentId: departmentId ?? state.department_id }
    const name = vessel.name
    const undo: (() => Promise<unknown>)[] = []
    const add = async (form: RuleForm) => {
      const rule = await createRule(form)
      undo.unshift(() => deleteRule(rule.id))
      return rule
    }
    const make: Record<Guard, () => ReturnType<typeof add>> = {
      drift: async () => {
        const fence = await addGeofence({
          name: t('guard.fence', { name: name.slice(0, NAME_CHARACTERS) }),
          ...{
            type: 'circle',
            coordinates: place ? [place] : [],
            radius,
            department_id: state.department_id,
          },
          ...{ is_harbor: false, color: 'ORANGE', createRule: false },
        })
        undo.unshift(() => removeGeofence({ id: fence.id, rule_ids: [] }))
        return add(
          driftRule(
            of,
            { severity: 'critical', message: t('guard.left', { name }), notify },
            fence.id,
            engineOff,
          ),
        )
      },
      bilge: () => {
        const message = t('guard.bilgeRuns', { name })
        return add(bilgeRule(of, { severity: 'critical', message, notify }, bilge ?? '', minutes ?? 0))
      },
      shore: () => {
        const message = t('guard.shoreLost', { name })
        return add(shoreRule(of, { severity: 'critical', message, notify }, available?.liveInputs ?? []))
      },
      battery: () => add(batteryRule(of, { severity: 'warning', message: null, notify }, volts ?? 0)),
    }
    try {
      const rules = []
      for (const one of wanted) rules.push(await make[one]())
      return rules
    } catch (error) {
      // Undoes a partly created guard, which the user would take for a complete one.
      for (const back of undo) await back().catch(() => {})
      throw error
    }
  }
  const save = useSave({
    save: () => guard(),
    success: () => null,
    failure: 'guard.failed',
    affects: ['geofences', 'rules'],
    onSaved: ([first, ...others]) => {
      if (!first) return
      const text = t('guard.madeText', { name: vessel.name })
      toast.done(others.length > 0 ? 'guard.madeMany' : 'guard.made', text, {
        label: t(others.length > 0 ? 'guard.viewRules' : 'rules.view'),
        onClick: () =>
          void (others.length > 0
            ? navigate({ to: '/vessels/$vesselId/rules', params: { vesselId: vessel.id } })
            : navigate({ to: '/rules/$ruleId', params: { ruleId: first.id } })),
      })
      onClose()
    },
  })

  const range = (value: number | null, limits: { min: number; max: number }, unit: string) =>
    isWithin(value, limits)
      ? null
      : t('guard.range', {
          min: formats.quantity(limits.min, unit, 0),
          max: formats.quantity(limits.max, unit, 0),
        })
  const fields: Record<Guard, ReactNode> = {
    drift: (
      <>
        <Numeric
          label={`${t('guard.radius')} (${formats.unit('m')})`}
          unit="m"
          value={radius}
          onChange={setRadius}
          disabled={false}
          error={range(radius, RADIUS_M, 'm')}
        />
        <Checkbox
          label={t('guard.engineOff')}
          description={t('guard.engineOffHint')}
          checked={engineOff}
          onChange={(event) => setEngineOff(event.currentTarget.checked)}
        />
      </>
    ),
    bilge: (
      <>
        <Select
          label={t('guard.pump')}
          placeholder={t('guard.choosePump')}
          data={(available?.switches ?? []).map(({ field, label }) => ({
            value: field,
            label: label ? `${label} (${seriesName(field)})` : seriesName(field),
          }))}
          value={bilge}
          onChange={setPump}
          searchable={(available?.switches.length ?? 0) > 8}
          nothingFoundMessage={t('palette.nothing')}
          allowDeselect={false}
        />
        <Numeric
          label={t('guard.minutes')}
          value={minutes}
          onChange={setMinutes}
          disabled={false}
          error={range(minutes, MINUTES, 'min')}
        />
      </>
    ),
    shore: (
      <p className={classes.note}>
        {t(available && available.liveInputs.length > 0 ? 'guard.shoreByInput' : 'guard.shoreByBattery')}
      </p>
    ),
    battery: (
      <Numeric
        label={`${t('guard.volts')} (${formats.unit('V')})`}
        value={volts}
        onChange={setVolts}
        disabled={false}
        error={range(volts, VOLTS, 'V')}
      />
    ),
  }
  return (
    <FormDialog
      title={t('guard.title', { name: vessel.name })}
      submit={t('guard.submit')}
      pending={save.isPending}
      idle={wanted.length === 0 || wanted.some((one) => !isFit[one])}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t('guard.hint')}</p>
      {GUARDS.map((one) => (
        <div key={one} className={classes.guard}>
          <Checkbox
            label={t(`guard.what.${one}`)}
            description={cannot[one]}
            disabled={cannot[one] !== null}
            checked={isOn(one)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />
          {isOn(one) && <div className={classes.fields}>{fields[one]}</div>}
        </div>
      ))}
      <ManyField
        label={t('guard.notify')}
        hint={t('guard.notifyHint')}
        placeholder={t('rules.chooseRecipients')}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        names={scope.peopleNames}
        value={notify}
        disabled={false}
        onChange={(ids) => setNotify(ids)}
      />
    </FormDialog>
  )
}
