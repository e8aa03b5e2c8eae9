import { Button, Popover, TextInput } from '@mantine/core'
import { IconBookmark, IconCheck, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './Studio.module.css'
import { newId, PRESET_NAME_LENGTH, type Studio, togglePreset } from './studio.ts'
import { usePresets } from './useStudio.ts'

interface Props {
  studio: Studio
  onChange: (next: (now: Studio) => Studio) => void
}

/** Menu of named presets: choose or remove one, or save the current plots as a new one. */
export function PresetsMenu({ studio, onChange }: Props) {
  const { t } = useTranslation()
  const { presets, add, remove } = usePresets()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const problem = problemOf(name)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(problem !== null)
    if (problem) return
    const preset = { id: newId(), name: name.trim(), charts: studio.charts }
    add(preset)
    onChange((now) => ({ ...now, presetId: preset.id }))
    setName('')
  }
  const chosen = presets.find(({ id }) => id === studio.presetId)
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon of={IconBookmark} size={16} />}>
          {chosen?.name ?? t('dataStudio.presets')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.presets} aria-label={t('dataStudio.presets')}>
        {presets.length === 0 && <p className={classes.hint}>{t('dataStudio.noPresets')}</p>}
        {presets.length > 0 && (
          <ul>
            {presets.map((preset) => (
              <li key={preset.id}>
                <button
                  type="button"
                  aria-pressed={preset.id === studio.presetId}
                  onClick={() => onChange((now) => togglePreset(now, preset))}
                >
                  <span>{preset.name}</span>
                  {preset.id === studio.presetId && <Icon of={IconCheck} size={16} />}
                </button>
                <IconButton
                  size={28}
                  icon={IconTrash}
                  label={t('dataStudio.removePreset', { name: preset.name })}
                  onClick={() => remove(preset.id)}
                />
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={save} noValidate>
          <TextInput
            label={t('dataStudio.presetName')}
            value={name}
            error={tried && problem && t(`problem.${problem}`)}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" variant="default" fullWidth>
            {t('dataStudio.savePreset')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

function problemOf(name: string): 'presetNameRequired' | 'max30' | null {
  if (name.trim() === '') return 'presetNameRequired'
  return name.trim().length > PRESET_NAME_LENGTH ? 'max30' : null
}
