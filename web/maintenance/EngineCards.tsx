import { Menu } from '@mantine/core'
import { IconClockEdit, IconPencil, IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Engine } from '#contract/wire/maintenance.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { RowMenu } from '../tables/RowMenu.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Quantity } from '../ui/Quantity.tsx'
import { CorrectHoursDialog } from './CorrectHoursDialog.tsx'
import { EditEngineDialog } from './EditEngineDialog.tsx'
import classes from './maintenance.module.css'
import { ReplaceEngineDialog } from './ReplaceEngineDialog.tsx'

/** Engines of a vessel with their hours; those that were replaced come last. */
export function EngineCards({ engines, mayEdit }: { engines: readonly Engine[]; mayEdit: boolean }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.engines} aria-label={t('maintenance.engines')}>
      {engines.map((engine) => (
        <EngineCard key={engine.id} engine={engine} mayEdit={mayEdit} />
      ))}
    </ul>
  )
}

function EngineCard({ engine, mayEdit }: { engine: Engine; mayEdit: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [open, setOpen] = useState<'edit' | 'correct' | 'replace' | null>(null)
  const close = () => setOpen(null)
  const name = t('maintenance.engine', { number: engine.instance })
  const facts = [
    engine.hours_source && t(`maintenance.sources.${engine.hours_source}`),
    engine.hours_per_day !== null &&
      t('maintenance.perDay', { hours: formats.quantity(engine.hours_per_day, 'h', 1) }),
  ].filter(Boolean)
  const about = [
    engine.kind && t(`maintenance.templates.${engine.kind}`),
    engine.model,
    engine.serial_number,
    engine.removed_at && t('maintenance.replacedOn', { date: formats.date(Date.parse(engine.removed_at)) }),
  ].filter(Boolean)
  return (
    <li className={classes.engine}>
      <h2>{name}</h2>
      {mayEdit && engine.removed_at === null && (
        <RowMenu label={t('common.actionsFor', { name })}>
          <Menu.Item leftSection={<Icon of={IconClockEdit} size={16} />} onClick={() => setOpen('correct')}>
            {t('maintenance.correct')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon of={IconPencil} size={16} />} onClick={() => setOpen('edit')}>
            {t('common.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon of={IconReplace} size={16} />} onClick={() => setOpen('replace')}>
            {t('maintenance.replace')}
          </Menu.Item>
        </RowMenu>
      )}
      <span className={classes.hours}>
        <Quantity value={engine.hours} unit="h" decimals={1} />
      </span>
      <span className={classes.quiet}>{facts.join(' · ')}</span>
      <span className={classes.quiet}>{about.join(' · ')}</span>
      {open === 'edit' && <EditEngineDialog engine={engine} onClose={close} />}
      {open === 'correct' && <CorrectHoursDialog engine={engine} onClose={close} />}
      {open === 'replace' && <ReplaceEngineDialog engine={engine} onClose={close} />}
    </li>
  )
}
