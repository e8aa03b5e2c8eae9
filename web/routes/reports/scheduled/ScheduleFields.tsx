import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { REPORT_PERIODS, type ReportScheduleForm } from '#contract/wire/reportSchedule.ts'
import { useOrganizationTimes } from '../../../api/organizationTimes.ts'
import { readersQuery } from '../../../api/reportSchedules.ts'
import { previewAddress } from '../../../api/reports.ts'
import { useUser } from '../../../api/user.ts'
import { ChoiceField, SwitchRow, TextField } from '../../../forms/fields.tsx'
import type { Form } from '../../../forms/useForm.ts'
import { useProblemWords } from '../../../forms/useProblemWords.ts'
import { ManyField } from '../../../rules/ManyField.tsx'
import { useDepartmentOptions } from '../../../tables/useDepartmentOptions.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { NoMail } from './NoMail.tsx'
import classes from './scheduled.module.css'

/** Content, department, interval and recipients of a scheduled report, with a preview before saving. */
export function ScheduleFields({ form }: { form: Form<ReportScheduleForm> }) {
  const { t } = useTranslation()
  const problemWords = useProblemWords()
  const { zone } = useOrganizationTimes()
  const { company } = useUser()
  const departments = useDepartmentOptions('department:department-edit')
  const { department_id: departmentId, period, enabled } = form.values
  const readers = useQuery({ ...readersQuery(departmentId), enabled: departmentId !== '' })
  const people = form.field('user_ids')
  const known = readers.data && new Set(readers.data.data.map(({ id }) => id))
  const nameOf = (userId: string) => readers.data?.data.find(({ id }) => id === userId)?.name
  const kept = known ? people.value.filter((id) => known.has(id)) : people.value
  // Removes recipients who cannot see the newly selected department.
  useEffect(() => {
    if (kept.length < people.value.length) form.set({ user_ids: kept })
  })
  return (
    <>
      <NoMail />
      <TextField field={form.field('name')} label={t('common.name')} maxLength={50} />
      <ChoiceField
        field={form.field('period')}
        label={t('scheduled.period')}
        hint={t(`scheduled.periodHints.${period}`, { zone })}
        options={REPORT_PERIODS.map((value) => ({ value, label: t(`scheduled.periods.${value}`) }))}
      />
      {company.features.departments && departments.length > 1 && (
        <ChoiceField
          field={form.field('department_id')}
          label={t('scheduled.department')}
          options={departments}
          searchable
        />
      )}
      <ManyField
        label={t('scheduled.recipients')}
        hint={
          people.theirs
            ? t('form.theirs', { value: people.theirs.map(nameOf).join(', ') })
            : t(readers.error ? 'scheduled.readersFailed' : 'scheduled.recipientsHint')
        }
        placeholder={t('scheduled.chooseRecipients')}
        options={(readers.data?.data ?? []).map(({ id, name, email }) => ({
          ...{ value: id, label: `${name} · ${email}` },
        }))}
        value={known ? kept : []}
        disabled={!readers.data}
        error={people.problem && problemWords(people.problem)}
        onChange={(ids) => form.set({ user_ids: [...ids] })}
      />
      <SwitchRow
        label={t('scheduled.enabled')}
        hint={t('scheduled.enabledHint')}
        checked={enabled}
        onChange={(next) => form.set({ enabled: next })}
      />
      <div className={classes.preview}>
        <Button
          component="a"
          href={previewAddress(period, departmentId)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<Icon of={IconFileTypePdf} size={16} />}
        >
          {t('scheduled.preview')}
        </Button>
        <span className={classes.quiet}>{t(`scheduled.previewHints.${period}`)}</span>
      </div>
    </>
  )
}
